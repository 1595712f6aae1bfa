"""Reference vectors of the models in the catalogue, in double precision.

Written from the papers, the published configurations and the description of the four-bit file, with
numpy alone (and the public tokenizer for WordPiece), so that the encoder in Rust is checked against
something that shares no code with it:

    pip install numpy tokenizers safetensors
    python3 installed.py FOLDER > installed.json

FOLDER is where `perusal models pull` leaves its folders.
"""

import json
import math
import struct
import sys
import unicodedata

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
OTHER_LANGUAGES = [
    "¿Cuál es el deducible por huracán?  Dos espacios,\ttabulador \u00a0y ﬁn ",
    "Der Selbstbehalt gilt je Schadenfall; cafe\u0301 mit Akzent, Straße № 5½, <s> ist Text.",
    "保険金の免責額はいくらですか？ ハリケーンによる損害 🦊🦊 ꙮ",
]
WEIGHT_LEAST = 1e-4


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
    return x


def rounded(values):
    return [round(float(x), 6) for x in values]


def mean(x):
    mean = x.mean(0)
    return rounded(mean / np.linalg.norm(mean))


def read(folder):
    weights = load_file(folder + "/model.safetensors")
    standard = lambda name: (
        name.removeprefix("bert.").replace(".gamma", ".weight").replace(".beta", ".bias")
    )
    weights = {standard(name): value.astype(np.float64) for name, value in weights.items()}
    tokenizer = Tokenizer.from_file(folder + "/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return weights, json.load(open(folder + "/config.json")), tokenizer


def minilm(folder):
    weights, config, tokenizer = read(folder + "/all-minilm-l6-v2")
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        yield {"text": text, "tokens": len(ids), "dense": mean(encode(ids, weights, config))}


def splade(folder):
    weights, config, tokenizer = read(folder + "/splade-tiny")
    head = "cls.predictions."
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        x = gelu(linear(encode(ids, weights, config), weights, head + "transform.dense"))
        x = norm(x, weights, head + "transform.LayerNorm", config["layer_norm_eps"])
        logits = x @ weights["embeddings.word_embeddings.weight"].T + weights[head + "bias"]
        found = np.log1p(np.maximum(logits, 0)).max(0)
        sparse = [[i, round(float(w), 6)] for i, w in enumerate(found) if w > WEIGHT_LEAST]
        yield {"text": text, "tokens": len(ids), "sparse": sparse}


class Blocks:
    """The file of four-bit blocks, after the C code of the package that carries it."""

    def __init__(self, path):
        self.data = open(path, "rb").read()
        self.at = 8
        names = ("hidden", "layers", "heads", "wide", "words", "positions", "segments")
        self.size = dict(zip(names, self.take("7i")))
        self.eps, _ = self.take("fi")
        count, self.start, self.end, _, self.unknown, length = self.take("5iQ")
        offsets, scores = self.take(f"{count + 1}I"), self.take(f"{count}f")
        blob = self.bytes(length)
        pieces = [blob[a:b].decode() for a, b in zip(offsets, offsets[1:])]
        # A score of 0 marks a special token, whose name in a text is text.
        scored = zip(pieces, enumerate(scores))
        self.pieces = {piece: found for piece, found in scored if found[1] != 0}
        self.least = min(scores)
        count, _ = self.take("iI")
        self.characters = {"\0": ""}
        for _ in range(count):
            character, outputs = self.take("IB")
            self.characters[chr(character)] = "".join(map(chr, self.take(f"{outputs}I")))
        self.tensors = {}
        for _ in range(self.take("i")[0]):
            name = self.bytes(self.take("H")[0]).decode()
            self.tensors[name] = self.take("BIQQ")

    def bytes(self, count):
        self.at += count
        return self.data[self.at - count : self.at]

    def take(self, form):
        form = "<" + form
        return struct.unpack(form, self.bytes(struct.calcsize(form)))

    def tensor(self, name, shape):
        blocked, count, start, length = self.tensors[name]
        raw = np.frombuffer(self.data, np.uint8, length, start)
        if not blocked:
            return raw.view("<f4").astype(np.float64).reshape(shape)
        blocks = raw.reshape(-1, 18)
        steps = blocks[:, :2].copy().view("<f2").astype(np.float64)
        nibbles = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], 1).astype(np.float64)
        return ((nibbles - 8) * steps).reshape(shape)

    def weights(self):
        s = self.size
        h, wide = s["hidden"], s["wide"]
        e, out = "embeddings.", {}
        for name, mine, shape in (
            ("word_embeddings.weight", "emb.word", (s["words"], h)),
            ("position_embeddings.weight", "emb.pos", (s["positions"], h)),
            ("token_type_embeddings.weight", "emb.type", (s["segments"], h)),
            ("LayerNorm.weight", "emb.ln.w", h),
            ("LayerNorm.bias", "emb.ln.b", h),
        ):
            out[e + name] = self.tensor(mine, shape)
        for layer in range(s["layers"]):
            for name, mine, shape in (
                ("attention.self.query", "q", (h, h)),
                ("attention.self.key", "k", (h, h)),
                ("attention.self.value", "v", (h, h)),
                ("attention.output.dense", "ao", (h, h)),
                ("attention.output.LayerNorm", "aln", (h,)),
                ("intermediate.dense", "fi", (wide, h)),
                ("output.dense", "fo", (h, wide)),
                ("output.LayerNorm", "oln", (h,)),
            ):
                long, short = f"encoder.layer.{layer}.{name}.", f"l{layer}.{mine}."
                out[long + "weight"] = self.tensor(short + "w", shape)
                out[long + "bias"] = self.tensor(short + "b", shape[:1])
        return out

    def ids(self, text):
        # Letters with separate accents are joined, as the normal form does which the map is of.
        text = unicodedata.normalize("NFC", text)
        text = "".join(self.characters.get(c, c) for c in text)
        found = [i for word in text.split() for i in self.word("▁" + word)]
        return [self.start, *found, self.end]

    def word(self, word):
        """The most probable pieces of a word; unknown characters side by side are one token."""
        best = [(0.0, [])] + [None] * len(word)
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - 64), end):
                unknown = (self.unknown, self.least - 10) if end - start == 1 else None
                token, score = self.pieces.get(word[start:end], unknown) or (None, None)
                if token is None:
                    continue
                score += best[start][0]
                if best[end] is None or score > best[end][0]:
                    best[end] = (score, best[start][1] + [token])
        tokens = best[-1][1]
        joined = zip([None, *tokens], tokens)
        return [t for before, t in joined if not t == before == self.unknown]


def e5(folder):
    blocks = Blocks(folder + "/multilingual-e5-small/e5-small-q4.bin")
    weights = blocks.weights()
    config = {
        "num_attention_heads": blocks.size["heads"],
        "num_hidden_layers": blocks.size["layers"],
        "layer_norm_eps": blocks.eps,
    }
    for number, text in enumerate(TEXTS + OTHER_LANGUAGES):
        role = "query" if number % 2 else "passage"
        ids = blocks.ids(f"{role}: {text}")
        dense = mean(encode(ids, weights, config))
        yield {"role": role, "text": text, "tokens": len(ids), "dense": dense}


def main():
    out = []
    for name, model in (
        ("all-minilm-l6-v2", minilm),
        ("splade-tiny", splade),
        ("multilingual-e5-small", e5),
    ):
        for values in model(sys.argv[1]):
            out.append({"model": name, "role": "passage", "dense": None, "sparse": None, **values})
    json.dump(out, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    print()


main()
