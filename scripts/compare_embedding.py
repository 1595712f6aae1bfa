"""Times ONNX Runtime on the passages of bench_embed.

The model is built as an ONNX graph from the safetensors file that our encoder reads,
and quantised to int8 by ONNX Runtime's own dynamic quantiser. All passages have the
same length, so that no mask is needed, which is to ONNX Runtime's advantage; of
several batch sizes the best counts.
"""

import argparse
import json
import struct
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

PASSAGES = 96
TOKENS = 199
RUNS = 5
BATCHES = (1, 8, 32, 96)
OPSET = 20
WORDS = ["loss", "water", "the", "of", "year", "house", "policy", "fire", "limit", "state"]


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """The fp32 tensors of a file, by name."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = (8 + length + offset for offset in entry["data_offsets"])
        values = np.frombuffer(data[start:end], dtype="<f4")
        tensors[name] = values.reshape(entry["shape"])
    return tensors


class Graph:
    """Collects the nodes and constants of a graph."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, values: np.ndarray) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(self, operator: str, *inputs: str, **attributes: object) -> str:
        name = f"value_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name


def build(tensors: dict[str, np.ndarray], config: dict) -> onnx.ModelProto:
    """BERT with the mean over tokens as its output, not scaled to length 1."""
    graph = Graph()
    heads = config["num_attention_heads"]
    hidden = config["hidden_size"]
    width = hidden // heads

    def linear(value: str, name: str) -> str:
        product = graph.add("MatMul", value, graph.constant(tensors[f"{name}.weight"].T))
        return graph.add("Add", product, graph.constant(tensors[f"{name}.bias"]))

    def norm(value: str, name: str) -> str:
        weights = (graph.constant(tensors[f"{name}.{part}"]) for part in ("weight", "bias"))
        return graph.add("LayerNormalization", value, *weights, axis=-1, epsilon=config["layer_norm_eps"])

    def by_head(value: str, order: list[int]) -> str:
        shape = graph.constant(np.array([0, TOKENS, heads, width], dtype=np.int64))
        return graph.add("Transpose", graph.add("Reshape", value, shape), perm=order)

    words = graph.add("Gather", graph.constant(tensors["embeddings.word_embeddings.weight"]), "ids")
    places = tensors["embeddings.position_embeddings.weight"][:TOKENS]
    kind = tensors["embeddings.token_type_embeddings.weight"][0]
    value = norm(graph.add("Add", words, graph.constant(places + kind)), "embeddings.LayerNorm")
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}"
        query = by_head(linear(value, f"{name}.attention.self.query"), [0, 2, 1, 3])
        key = by_head(linear(value, f"{name}.attention.self.key"), [0, 2, 3, 1])
        values = by_head(linear(value, f"{name}.attention.self.value"), [0, 2, 1, 3])
        scale = graph.constant(np.array(width**-0.5, dtype=np.float32))
        scores = graph.add("Softmax", graph.add("Mul", graph.add("MatMul", query, key), scale), axis=-1)
        seen = graph.add("Transpose", graph.add("MatMul", scores, values), perm=[0, 2, 1, 3])
        flat = graph.add("Reshape", seen, graph.constant(np.array([0, TOKENS, hidden], dtype=np.int64)))
        attended = linear(flat, f"{name}.attention.output.dense")
        value = norm(graph.add("Add", attended, value), f"{name}.attention.output.LayerNorm")
        wide = graph.add("Gelu", linear(value, f"{name}.intermediate.dense"))
        value = norm(
            graph.add("Add", linear(wide, f"{name}.output.dense"), value), f"{name}.output.LayerNorm"
        )
    axes = graph.constant(np.array([1], dtype=np.int64))
    graph.nodes.append(helper.make_node("ReduceMean", [value, axes], ["mean"], keepdims=0))
    ids = helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", TOKENS])
    mean = helper.make_tensor_value_info("mean", TensorProto.FLOAT, ["batch", hidden])
    made = helper.make_graph(graph.nodes, "bert", [ids], [mean], graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    onnx.checker.check_model(model)
    return model


def passages(tokenizer: Tokenizer) -> np.ndarray:
    """The token ids of the bench's passages."""
    rows = []
    for seed in range(PASSAGES):
        words = [WORDS[(i * 7 + seed * 13 + i * i * seed) % len(WORDS)] for i in range(TOKENS - 2)]
        rows.append(tokenizer.encode(" ".join(words)).ids)
    ids = np.array(rows, dtype=np.int64)
    assert ids.shape == (PASSAGES, TOKENS), ids.shape
    return ids


def run(session: onnxruntime.InferenceSession, ids: np.ndarray, batch: int) -> np.ndarray:
    parts = [session.run(None, {"ids": ids[at : at + batch]})[0] for at in range(0, len(ids), batch)]
    vectors = np.concatenate(parts)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def bench(path: Path, ids: np.ndarray) -> tuple[float, int, np.ndarray]:
    """Passages a second at the best batch size, that size, and the vectors."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    best = (0.0, 0)
    for batch in BATCHES:
        vectors = run(session, ids, batch)
        shortest = float("inf")
        for _ in range(RUNS):
            begin = time.perf_counter()
            run(session, ids, batch)
            shortest = min(shortest, time.perf_counter() - begin)
        best = max(best, (len(ids) / shortest, batch))
    return *best, vectors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="folder of the installed model")
    parser.add_argument("--work", type=Path, required=True, help="folder for the graphs")
    arguments = parser.parse_args()

    config = json.loads((arguments.model / "config.json").read_text())
    full, small = arguments.work / "fp32.onnx", arguments.work / "int8.onnx"
    onnx.save(build(read_safetensors(arguments.model / "model.safetensors"), config), full)
    quantize_dynamic(full, small, weight_type=QuantType.QInt8, per_channel=True)
    tokenizer = Tokenizer.from_file(str(arguments.model / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    ids = passages(tokenizer)

    exact = None
    for name, path in (("fp32", full), ("int8", small)):
        speed, batch, vectors = bench(path, ids)
        exact = vectors if exact is None else exact
        cosine = float((exact * vectors).sum(axis=1).min())
        print(
            f"ONNX Runtime {onnxruntime.__version__} {name}: {speed:6.1f} passages/s in batches of {batch}, "
            f"least cosine to fp32 {cosine:.4f}"
        )


if __name__ == "__main__":
    main()
