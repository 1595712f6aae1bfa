"""Reference values for the small checkpoints of tests/checkpoint, from other people's implementation.

The encoders are those of the `transformers` library (in JAX, with exact matrix products), which loads
the folders itself: their shapes, where positions begin, the names of weights. Tokens come from
the `tokenizers` library, prompts put before a text as a plain string. The heads are written after the
published code, in numpy:

- SPLADE: max over tokens of log(1 + relu(logit)) (Formal et al., 2021);
- multilingual-e5: the mean of the tokens' vectors, at length 1;
- BGE-M3 as in FlagEmbedding (`inference/embedder/encoder_only/m3.py`): the first token's vector at
  length 1; relu(sparse_linear(token)), the largest for each id, special tokens left out; and
  colbert_linear of each token but the first, at length 1. (FlagEmbedding itself needs torch.)

    pip install "transformers==4.46.3" "jax[cpu]==0.4.31" "flax==0.8.5" "numpy<2" safetensors tokenizers
    PERUSAL_CHECKPOINTS=/tmp/made cargo test --workspace --test checkpoint write_checkpoints -- --ignored
    JAX_PLATFORMS=cpu python3 family.py /tmp/made > family.json
"""

import json
import sys

import jax
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer
from transformers import FlaxBertForMaskedLM, FlaxBertModel, FlaxXLMRobertaModel

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_default_matmul_precision", "highest")

TEXTS = [
    "",
    "a",
    "the quick brown fox",
    "jumps over the lazy dog and rests",
    "a fox queries a passage",
]
LONG = "the quick fox rests and a dog jumps over it again with words "
ROLES = {"query": "query", "passage": "passage"}
PROMPTS = {"query": "query: ", "passage": "passage: "}

# Weights below this hang on the last bit of a sum, and are left out on both sides.
WEIGHT_LEAST = 1e-4


def rounded(values):
    return [round(float(x), 6) for x in values]


def unit(vector):
    return vector / np.linalg.norm(vector, axis=-1, keepdims=True)


def states(model, ids):
    out = model(np.array([ids]), attention_mask=np.ones((1, len(ids)), dtype=np.int32))
    return np.asarray(out[0][0], dtype=np.float64)


def sparse(weights):
    kept = sorted((int(i), float(w)) for i, w in weights if w > WEIGHT_LEAST)
    return [[i, round(w, 6)] for i, w in kept]


class Sentence:
    name = "sentence"
    prompts = {"query": "", "passage": ""}

    def __init__(self, folder):
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_truncation()
        self.model = self.load(folder)

    def load(self, folder):
        return FlaxBertModel.from_pretrained(folder, dtype="float64")

    def texts(self):
        return [(text, role) for text in TEXTS for role in ROLES if role == "passage"]

    def ids(self, text, role):
        return self.tokenizer.encode(self.prompts[role] + text).ids

    def values(self, ids):
        return {"dense": rounded(unit(states(self.model, ids).mean(0)))}


class Splade(Sentence):
    name = "splade"

    def load(self, folder):
        return FlaxBertForMaskedLM.from_pretrained(folder, dtype="float64")

    def values(self, ids):
        logits = states(self.model, ids)
        return {"sparse": sparse(enumerate(np.log1p(np.maximum(logits, 0)).max(0)))}


class Prompted(Sentence):
    name = "prompted"
    prompts = PROMPTS

    def texts(self):
        return [(text, role) for text in TEXTS for role in ROLES]


class ThreeHeads(Sentence):
    name = "three-heads"

    def load(self, folder):
        self.sparse = load_file(f"{folder}/sparse_linear.safetensors")
        self.colbert = load_file(f"{folder}/colbert_linear.safetensors")
        self.specials = {self.tokenizer.token_to_id(t) for t in ("<s>", "<pad>", "</s>", "<unk>")}
        return FlaxXLMRobertaModel.from_pretrained(folder, dtype="float64")

    def texts(self):
        # The last fills the window.
        return super().texts() + [((LONG * 20)[:720], "passage")]

    def values(self, ids):
        hidden = states(self.model, ids)
        linear = lambda x, of: x @ of["weight"].astype(np.float64).T + of["bias"]
        weights = {}
        for token, weight in zip(ids, np.maximum(linear(hidden, self.sparse)[:, 0], 0)):
            if token not in self.specials:
                weights[token] = max(weight, weights.get(token, 0))
        vectors = unit(linear(hidden[1:], self.colbert))
        some = sorted({0, 1, len(vectors) // 2, len(vectors) - 1} & set(range(len(vectors))))
        return {
            "dense": rounded(unit(hidden[0])),
            "sparse": sparse(weights.items()),
            "token_vectors": [[at, rounded(vectors[at])] for at in some],
        }


def main():
    out = []
    for kind in (Sentence, Splade, Prompted, ThreeHeads):
        model = kind(f"{sys.argv[1]}/{kind.name}")
        for text, role in model.texts():
            ids = model.ids(text, role)
            values = {"dense": None, "sparse": None, "token_vectors": None, **model.values(ids)}
            out.append({"kind": kind.name, "role": role, "text": text, "tokens": len(ids), **values})
    json.dump(out, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    print()


main()
