"""Qdrant's own engine behind Qdrant's own protocol, for what Perusal asks of it.

The engine is `qdrant-edge-py`, the segment and shard code of the Qdrant server as a library by
its authors: graphs, quantisation to one byte, inverted lists with IDF, multivectors, payload
indexes and filters are the real ones. What is left out is what one server adds: a network of
nodes, replicas, access control. Each collection is one shard in a temporary folder, optimised
before it is searched, with thresholds so low that small collections have graphs and quantised
vectors too. Prints its address and serves until it is ended.
"""

import sys
import tempfile
import threading
from concurrent import futures

import grpc
import qdrant_edge as edge
from qdrant_client import grpc as q
from qdrant_client.grpc import (
    collections_service_pb2_grpc,
    points_service_pb2_grpc,
    qdrant_pb2_grpc,
)

VERSION = "1.20.0"
DISTANCES = {q.Distance.Cosine: edge.Distance.Cosine, q.Distance.Dot: edge.Distance.Dot}
KINDS = {
    q.FieldType.FieldTypeKeyword: edge.PayloadSchemaType.Keyword,
    q.FieldType.FieldTypeInteger: edge.PayloadSchemaType.Integer,
}
SCHEMAS = {
    q.FieldType.FieldTypeKeyword: q.PayloadSchemaType.Keyword,
    q.FieldType.FieldTypeInteger: q.PayloadSchemaType.Integer,
}
# Kilobytes of vectors from which on a graph is built and searched.
GRAPH_FROM_KB = 1


class Collection:
    """A shard, and how it was asked for."""

    def __init__(self, made):
        self.made = made
        self.schema = {}
        self.folder = tempfile.TemporaryDirectory()
        named = made.vectors_config.params_map.map
        sparse = made.sparse_vectors_config.map
        config = edge.EdgeConfig(
            vectors={name: dense(params) for name, params in named.items()},
            sparse_vectors={name: lists(params) for name, params in sparse.items()},
            hnsw_config=edge.HnswIndexConfig(
                m=16, ef_construct=100, full_scan_threshold=GRAPH_FROM_KB
            ),
            optimizers=edge.EdgeOptimizersConfig(indexing_threshold=GRAPH_FROM_KB),
        )
        self.shard = edge.EdgeShard.create(self.folder.name, config)
        self.changed = False

    def update(self, operation):
        self.shard.update(operation)
        self.changed = True

    def optimised(self):
        """The shard as a server has it some time after the last write."""
        while self.changed and self.shard.optimize():
            pass
        self.changed = False
        return self.shard


def dense(params):
    quantized = params.quantization_config.HasField("scalar")
    scalar = params.quantization_config.scalar
    several = params.HasField("multivector_config")
    graph = params.hnsw_config
    return edge.EdgeVectorParams(
        size=params.size,
        distance=DISTANCES[params.distance],
        multivector_config=edge.MultiVectorConfig(edge.MultiVectorComparator.MaxSim)
        if several
        else None,
        quantization_config=edge.ScalarQuantizationConfig(
            type=edge.ScalarType.Int8, quantile=scalar.quantile, always_ram=scalar.always_ram
        )
        if quantized
        else None,
        hnsw_config=edge.HnswIndexConfig(
            m=graph.m, ef_construct=100, full_scan_threshold=GRAPH_FROM_KB
        )
        if graph.HasField("m")
        else None,
    )


def lists(params):
    idf = params.modifier == q.Modifier.Idf
    return edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf if idf else None)


def point_id(told):
    return told.uuid if told.HasField("uuid") else told.num


def vector(told):
    # Points and queries name the choice differently.
    kind = told.WhichOneof(told.DESCRIPTOR.oneofs[0].name)
    one = getattr(told, kind)
    if kind == "dense":
        return list(one.data)
    if kind == "sparse":
        return edge.SparseVector(indices=list(one.indices), values=list(one.values))
    return [list(row.data) for row in one.vectors]


def plain(value):
    kind = value.WhichOneof("kind")
    if kind == "list_value":
        return [plain(one) for one in value.list_value.values]
    return None if kind in (None, "null_value") else getattr(value, kind)


def told(value):
    if isinstance(value, bool):
        return q.Value(bool_value=value)
    if isinstance(value, int):
        return q.Value(integer_value=value)
    if isinstance(value, float):
        return q.Value(double_value=value)
    if isinstance(value, list):
        return q.Value(list_value=q.ListValue(values=[told(one) for one in value]))
    return q.Value(string_value=value)


def payload(fields):
    return {key: plain(value) for key, value in fields.items()}


def selector(asked):
    kind = asked.WhichOneof("selector_options")
    if kind == "include":
        return edge.PayloadSelector.Include(list(asked.include.fields))
    return kind == "enable" and asked.enable


def bounds(told_range):
    names = ("gte", "gt", "lte", "lt")
    set_ones = {name: getattr(told_range, name) for name in names if told_range.HasField(name)}
    return edge.RangeFloat(**set_ones)


def condition(one):
    kind = one.WhichOneof("condition_one_of")
    if kind == "filter":
        return chosen(one.filter)
    if kind == "has_id":
        return edge.HasIdCondition({point_id(told_id) for told_id in one.has_id.has_id})
    if kind != "field":
        raise ValueError(f"condition {kind} is not spoken here")
    field = one.field
    if field.HasField("range"):
        return edge.FieldCondition(field.key, range=bounds(field.range))
    match = field.match.WhichOneof("match_value")
    value = getattr(field.match, match)
    if match in ("integer", "keyword"):
        return edge.FieldCondition(field.key, match=edge.MatchValue(value))
    if match == "integers":
        return edge.FieldCondition(field.key, match=edge.MatchAny(list(value.integers)))
    if match == "keywords":
        return edge.FieldCondition(field.key, match=edge.MatchAny(list(value.strings)))
    raise ValueError(f"match {match} is not spoken here")


def chosen(told_filter):
    groups = {
        name: [condition(one) for one in getattr(told_filter, name)]
        for name in ("must", "should", "must_not")
    }
    return edge.Filter(**{name: group for name, group in groups.items() if group})


def request(asked):
    query = None
    if asked.HasField("query"):
        nearest = asked.query.nearest
        query = edge.Query.Nearest(vector(nearest), using=asked.using)
    params = None
    if asked.HasField("params"):
        quantization = asked.params.quantization
        params = edge.SearchParams(
            exact=asked.params.exact,
            quantization=edge.QuantizationSearchParams(
                ignore=quantization.ignore,
                rescore=quantization.rescore,
                oversampling=quantization.oversampling or None,
            ),
        )
    return edge.QueryRequest(
        limit=asked.limit,
        query=query,
        filter=chosen(asked.filter) if asked.HasField("filter") else None,
        params=params,
        with_payload=selector(asked.with_payload),
    )


class Engine:
    """All collections, changed and read one call at a time."""

    def __init__(self):
        self.lock = threading.RLock()
        self.collections = {}
        self.aliases = {}

    def named(self, name, context):
        found = self.collections.get(self.aliases.get(name, name))
        if found is None:
            context.abort(grpc.StatusCode.NOT_FOUND, f"Collection `{name}` doesn't exist!")
        return found

    def answer(self, method):
        """A method as the service calls it: in turn, its errors told as the server tells them."""

        def answered(asked, context):
            with self.lock:
                try:
                    return getattr(self, method)(asked, context)
                except grpc.RpcError:
                    raise
                except Exception as error:  # what the engine refuses, it says in words
                    if context.code() is not None:
                        raise
                    context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))

        return answered

    def health(self, _, __):
        return q.HealthCheckReply(title="qdrant-edge behind the protocol", version=VERSION)

    def create(self, asked, context):
        if asked.collection_name in self.collections:
            context.abort(grpc.StatusCode.ALREADY_EXISTS, "Collection already exists!")
        self.collections[asked.collection_name] = Collection(asked)
        return q.CollectionOperationResponse(result=True)

    def drop(self, asked, _):
        gone = self.collections.pop(asked.collection_name, None)
        if gone is not None:
            gone.shard.close()
            gone.folder.cleanup()
        return q.CollectionOperationResponse(result=gone is not None)

    def exists(self, asked, _):
        name = self.aliases.get(asked.collection_name, asked.collection_name)
        return q.CollectionExistsResponse(
            result=q.CollectionExists(exists=name in self.collections)
        )

    def info(self, asked, context):
        collection = self.named(asked.collection_name, context)
        made = collection.made
        return q.GetCollectionInfoResponse(
            result=q.CollectionInfo(
                status=q.CollectionStatus.Green,
                config=q.CollectionConfig(
                    params=q.CollectionParams(
                        shard_number=1,
                        vectors_config=made.vectors_config,
                        sparse_vectors_config=made.sparse_vectors_config,
                        replication_factor=made.replication_factor,
                        write_consistency_factor=made.write_consistency_factor,
                    )
                ),
                payload_schema={
                    key: q.PayloadSchemaInfo(data_type=SCHEMAS[kind])
                    for key, kind in collection.schema.items()
                },
                points_count=collection.shard.count(edge.CountRequest(exact=True)),
            )
        )

    def cluster(self, asked, context):
        points = self.named(asked.collection_name, context).shard.count(edge.CountRequest())
        shard = q.LocalShardInfo(points_count=points, state=q.ReplicaState.Active)
        return q.CollectionClusterInfoResponse(peer_id=1, shard_count=1, local_shards=[shard])

    def name(self, asked, _):
        for action in asked.actions:
            new = action.create_alias
            self.aliases[new.alias_name] = new.collection_name
        return q.CollectionOperationResponse(result=True)

    def upsert(self, asked, context):
        points = [
            edge.Point(
                id=point_id(point.id),
                vector={
                    name: vector(one) for name, one in point.vectors.vectors.vectors.items()
                },
                payload=payload(point.payload),
            )
            for point in asked.points
        ]
        self.named(asked.collection_name, context).update(edge.UpdateOperation.upsert_points(points))
        return done()

    def set_payload(self, asked, context):
        update = edge.UpdateOperation.set_payload_by_filter(
            chosen(asked.points_selector.filter), payload(asked.payload)
        )
        self.named(asked.collection_name, context).update(update)
        return done()

    def delete(self, asked, context):
        update = edge.UpdateOperation.delete_points_by_filter(chosen(asked.points.filter))
        self.named(asked.collection_name, context).update(update)
        return done()

    def index(self, asked, context):
        collection = self.named(asked.collection_name, context)
        kind = KINDS[asked.field_type]
        collection.update(edge.UpdateOperation.create_field_index(asked.field_name, kind))
        collection.schema[asked.field_name] = asked.field_type
        return done()

    def get(self, asked, context):
        shard = self.named(asked.collection_name, context).shard
        wanted = list(asked.with_vectors.include.names)
        records = shard.retrieve([point_id(one) for one in asked.ids], True, wanted or False)
        found = []
        for record in records:
            vectors = {
                name: q.VectorOutput(dense=q.DenseVector(data=one))
                for name, one in (record.vector or {}).items()
            }
            found.append(
                q.RetrievedPoint(
                    id=q.PointId(uuid=str(record.id)),
                    payload={key: told(value) for key, value in (record.payload or {}).items()},
                    vectors=q.VectorsOutput(vectors=q.NamedVectorsOutput(vectors=vectors)),
                )
            )
        return q.GetResponse(result=found)

    def count(self, asked, context):
        shard = self.named(asked.collection_name, context).shard
        count = shard.count(edge.CountRequest(exact=True, filter=chosen(asked.filter)))
        return q.CountResponse(result=q.CountResult(count=count))

    def query(self, asked, context):
        shard = self.named(asked.collection_name, context).optimised()
        lists_found = []
        for one in asked.query_points:
            points = [
                q.ScoredPoint(
                    id=q.PointId(uuid=str(point.id)),
                    payload={key: told(value) for key, value in (point.payload or {}).items()},
                    score=point.score,
                )
                for point in shard.query(request(one))
            ]
            lists_found.append(q.BatchResult(result=points))
        return q.QueryBatchResponse(result=lists_found)


def done():
    return q.PointsOperationResponse(
        result=q.UpdateResult(operation_id=1, status=q.UpdateStatus.Completed)
    )


def service(engine, servicer, methods):
    """A servicer whose methods are the engine's."""
    mine = {theirs: staticmethod(engine.answer(ours)) for theirs, ours in methods.items()}
    return type("Service", (servicer,), mine)()


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = grpc.server(
        futures.ThreadPoolExecutor(max_workers=16),
        options=[("grpc.max_receive_message_length", 64 << 20)],
    )
    engine = Engine()
    qdrant_pb2_grpc.add_QdrantServicer_to_server(
        service(engine, qdrant_pb2_grpc.QdrantServicer, {"HealthCheck": "health"}), server
    )
    collections_service_pb2_grpc.add_CollectionsServicer_to_server(
        service(
            engine,
            collections_service_pb2_grpc.CollectionsServicer,
            {
                "Create": "create",
                "Delete": "drop",
                "CollectionExists": "exists",
                "Get": "info",
                "CollectionClusterInfo": "cluster",
                "UpdateAliases": "name",
            },
        ),
        server,
    )
    points_service_pb2_grpc.add_PointsServicer_to_server(
        service(
            engine,
            points_service_pb2_grpc.PointsServicer,
            {
                "Upsert": "upsert",
                "SetPayload": "set_payload",
                "Delete": "delete",
                "CreateFieldIndex": "index",
                "Get": "get",
                "Count": "count",
                "QueryBatch": "query",
            },
        ),
        server,
    )
    port = server.add_insecure_port(f"127.0.0.1:{port}")
    server.start()
    print(f"http://127.0.0.1:{port}", flush=True)
    server.wait_for_termination()


if __name__ == "__main__":
    main()
