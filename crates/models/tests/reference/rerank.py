"""Reference values for the small cross-encoders of tests/checkpoint, from other people's implementation.

The models are those of the `transformers` library (in JAX, with exact matrix products), pairs come
from the `tokenizers` library, which cuts the passage alone. Of two labels the score is the second's
logit less the first's.

    pip install "transformers==4.46.3" "jax[cpu]==0.4.31" "flax==0.8.5" "numpy<2" safetensors tokenizers
    PERUSAL_CHECKPOINTS=/tmp/made cargo test --workspace --test checkpoint write_cross_encoders -- --ignored
    JAX_PLATFORMS=cpu python3 rerank.py /tmp/made > rerank.json
"""

import json
import sys

import jax
import numpy as np
from tokenizers import Tokenizer
from transformers import (
    FlaxBertForSequenceClassification,
    FlaxXLMRobertaForSequenceClassification,
)

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_default_matmul_precision", "highest")

QUERIES = ["", "which fox jumps", "the dog"]
PASSAGES = [
    "",
    "a",
    "the quick brown fox",
    "jumps over the lazy dog and rests",
    "the quick fox rests and a dog jumps over it again with words " * 12,
]

# Model and tokens of the longest pair: an XLM-R keeps two positions for padding.
KINDS = {
    "cross": (FlaxBertForSequenceClassification, 192),
    "cross-pieces": (FlaxXLMRobertaForSequenceClassification, 192),
}


def main():
    out = []
    for name, (kind, window) in KINDS.items():
        folder = f"{sys.argv[1]}/{name}"
        model = kind.from_pretrained(folder, dtype="float64")
        tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        for query in QUERIES:
            for passage in PASSAGES:
                tokenizer.no_truncation()
                tokens = len(tokenizer.encode(query, passage).ids)
                tokenizer.enable_truncation(window, strategy="only_second")
                pair = tokenizer.encode(query, passage)
                logits = model(
                    np.array([pair.ids]),
                    attention_mask=np.ones((1, len(pair.ids)), dtype=np.int32),
                    token_type_ids=np.array([pair.type_ids]),
                )[0][0]
                logits = np.asarray(logits, dtype=np.float64)
                score = logits[0] if len(logits) == 1 else logits[1] - logits[0]
                out.append({
                    "kind": name,
                    "query": query,
                    "passage": passage,
                    "cut_tokens": tokens - len(pair.ids),
                    "score": round(float(score), 6),
                })
    print(json.dumps(out, ensure_ascii=False, indent=0))


main()
