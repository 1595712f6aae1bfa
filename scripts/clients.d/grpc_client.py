"""The recipe of docs/serve.md for gRPC in Python; the code of the proto file was made beside it."""

import os

import grpc
import perusal_pb2
import perusal_pb2_grpc

agent = perusal_pb2_grpc.AgentStub(grpc.insecure_channel(os.environ["URL"].removeprefix("http://")))
question = "When does the first ferry leave?"
answer = agent.Ask(perusal_pb2.AgentRequest(query=question), timeout=30)
assert answer.status == "answered" and answer.citations, answer
events = [
    event.WhichOneof("event") for event in agent.AskStream(perusal_pb2.AgentRequest(query=question), timeout=30)
]
assert events[0] == "meta" and events[-1] == "done", events
assert events.index("sources") < events.index("done"), events
try:
    agent.Ask(perusal_pb2.AgentRequest(query="x", collection="none"), timeout=30)
    raise SystemExit("a collection that is not there was answered")
except grpc.RpcError as error:
    assert error.code() == grpc.StatusCode.NOT_FOUND, error
print(f"grpc: {answer.status}, {len(answer.citations)} citations, events {' '.join(events)}: ok")
