"""Reference vectors of all-MiniLM-L6-v2, in double precision.

Written from the paper and the published configuration, with numpy and the public tokenizer alone, so
that the encoder in Rust is checked against something that shares no code with it:

    pip install numpy tokenizers safetensors
    python3 reference.py FOLDER > reference.json

FOLDER holds model.safetensors, config.json and tokenizer.json, as `perusal models pull` leaves them.
"""

import json
import math
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

TEXTS = [
    "",
    "What is the hurricane deductible?",
    "The quick brown fox jumps over the lazy dog.",
    "Straße, naïve café — 日本語のテキスト, résumé №5 ½",
    "C-1 | 750,000 | 1.140 | AMEC-134363726 | p-value < 0.05",
    "Call me Ishmael. Some years ago—never mind how long precisely—having little or no money in my "
    "purse, and nothing particular to interest me on shore, I thought I would sail about a little "
    "and see the watery part of the world. It is a way I have of driving off the spleen and "
    "regulating the circulation. Whenever I find myself growing grim about the mouth; whenever it "
    "is a damp, drizzly November in my soul; whenever I find myself involuntarily pausing before "
    "coffin warehouses, and bringing up the rear of every funeral I meet; and especially whenever "
    "my hypos get such an upper hand of me, that it requires a strong moral principle to prevent "
    "me from deliberately stepping into the street, and methodically knocking people's hats "
    "off—then, I account it high time to get to sea as soon as I can.",
]


def norm(x, weights, name, eps):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + eps) * weights[name + ".weight"] + weights[name + ".bias"]


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def gelu(x):
    return 0.5 * x * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def encode(ids, w, config):
    heads, eps = config["num_attention_heads"], config["layer_norm_eps"]
    e = "embeddings."
    x = w[e + "word_embeddings.weight"][ids] + w[e + "position_embeddings.weight"][: len(ids)]
    x = norm(x + w[e + "token_type_embeddings.weight"][0], w, e + "LayerNorm", eps)
    for layer in range(config["num_hidden_layers"]):
        p = f"encoder.layer.{layer}."
        split = lambda y: y.reshape(len(ids), heads, -1).transpose(1, 0, 2)
        q, k, v = (split(linear(x, w, p + "attention.self." + n)) for n in ("query", "key", "value"))
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        context = (weights @ v).transpose(1, 0, 2).reshape(len(ids), -1)
        attended = linear(context, w, p + "attention.output.dense")
        x = norm(x + attended, w, p + "attention.output.LayerNorm", eps)
        wide = gelu(linear(x, w, p + "intermediate.dense"))
        x = norm(x + linear(wide, w, p + "output.dense"), w, p + "output.LayerNorm", eps)
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def main():
    folder = sys.argv[1]
    weights = {k: v.astype(np.float64) for k, v in load_file(folder + "/model.safetensors").items()}
    config = json.load(open(folder + "/config.json"))
    tokenizer = Tokenizer.from_file(folder + "/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    out = []
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        vector = encode(ids, weights, config)
        out.append({"text": text, "tokens": len(ids), "vector": [round(float(x), 6) for x in vector]})
    json.dump(out, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    print()


main()
