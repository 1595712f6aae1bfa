"""Reference values for the small cross-encoders of tests/checkpoint: a forward pass in numpy, in double
precision, that shares no code with ours.

Pairs come from the `tokenizers` library, which lays them out and cuts the passage alone. The encoder
is BERT (Devlin et al., 2019); an XLM-R begins its positions behind that of the padding and has one
segment. The head is a layer over the first token's vector, its hyperbolic tangent and a layer of one
or two labels; of two the score is the second's logit less the first's.

    pip install "numpy<2" safetensors "tokenizers==0.20.3"
    PERUSAL_CHECKPOINTS=/tmp/made cargo test --workspace --test checkpoint write_cross_encoders -- --ignored
    python3 rerank.py /tmp/made > rerank.json
"""

import json
import math
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

QUERIES = ["", "which fox jumps", "the dog"]
PASSAGES = [
    "",
    "a",
    "the quick brown fox",
    "jumps over the lazy dog and rests",
    "the quick fox rests and a dog jumps over it again with words " * 12,
]

# Tokens of the longest pair.
WINDOW = 192

erf = np.vectorize(math.erf)


class Cross:
    """A cross-encoder of a folder."""

    def __init__(self, folder, prefix, head, first_position):
        self.prefix, self.head, self.first_position = prefix, head, first_position
        tensors = load_file(f"{folder}/model.safetensors")
        self.weights = {name: values.astype(np.float64) for name, values in tensors.items()}
        with open(f"{folder}/config.json") as file:
            self.config = json.load(file)

    def get(self, name):
        return self.weights[name] if name in self.weights else self.weights[self.prefix + name]

    def linear(self, x, name):
        return x @ self.get(f"{name}.weight").T + self.get(f"{name}.bias")

    def norm(self, x, name):
        mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        x = (x - mean) / np.sqrt(variance + self.config["layer_norm_eps"])
        return x * self.get(f"{name}.LayerNorm.weight") + self.get(f"{name}.LayerNorm.bias")

    def table(self, name, rows):
        return self.get(f"embeddings.{name}_embeddings.weight")[rows]

    def attention(self, x, layer):
        heads = self.config["num_attention_heads"]
        split = lambda y: y.reshape(len(y), heads, -1).transpose(1, 0, 2)
        parts = (f"{layer}.attention.self.{part}" for part in ("query", "key", "value"))
        query, key, value = (split(self.linear(x, part)) for part in parts)
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        return (shares @ value).transpose(1, 0, 2).reshape(x.shape)

    def score(self, ids, segments):
        places = self.first_position + np.arange(len(ids))
        x = self.table("word", ids) + self.table("position", places)
        x = self.norm(x + self.table("token_type", segments), "embeddings")
        for number in range(self.config["num_hidden_layers"]):
            layer = f"encoder.layer.{number}"
            context = self.linear(self.attention(x, layer), f"{layer}.attention.output.dense")
            x = self.norm(context + x, f"{layer}.attention.output")
            wide = self.linear(x, f"{layer}.intermediate.dense")
            wide *= 0.5 * (1 + erf(wide / math.sqrt(2)))
            x = self.norm(self.linear(wide, f"{layer}.output.dense") + x, f"{layer}.output")
        pooled, labels = self.head
        logits = self.linear(np.tanh(self.linear(x[0], pooled)), labels)
        return logits[0] if len(logits) == 1 else logits[1] - logits[0]


def main():
    folder = sys.argv[1]
    roberta = ("classifier.dense", "classifier.out_proj")
    models = {
        "cross": Cross(f"{folder}/cross", "bert.", ("pooler.dense", "classifier"), 0),
        # The padding's id is 1.
        "cross-pieces": Cross(f"{folder}/cross-pieces", "roberta.", roberta, 2),
    }
    out = []
    for kind, model in models.items():
        tokenizer = Tokenizer.from_file(f"{folder}/{kind}/tokenizer.json")
        for query in QUERIES:
            for passage in PASSAGES:
                tokenizer.no_truncation()
                tokens = len(tokenizer.encode(query, passage).ids)
                tokenizer.enable_truncation(WINDOW, strategy="only_second")
                pair = tokenizer.encode(query, passage)
                score = model.score(np.array(pair.ids), np.array(pair.type_ids))
                out.append({
                    "kind": kind,
                    "query": query,
                    "passage": passage,
                    "cut_tokens": tokens - len(pair.ids),
                    "score": round(float(score), 6),
                })
    print(json.dumps(out, ensure_ascii=False, indent=0))


main()
