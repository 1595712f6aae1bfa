"""OpenAI's client for Python against a running server; URL says where it is."""

import os

import openai

client = openai.OpenAI(base_url=os.environ["URL"] + "/v1", api_key="none")
question = [{"role": "user", "content": "Who wrote the first letter to the moon?"}]
ferry = [{"role": "user", "content": "When does the first ferry leave?"}]

models = [model.id for model in client.models.list()]
assert models == ["perusal"], models

whole = client.chat.completions.create(model="perusal", messages=ferry, temperature=0.1)
text = whole.choices[0].message.content
assert whole.choices[0].finish_reason == "stop" and text, whole

pieces = client.chat.completions.create(
    model="perusal", messages=ferry, stream=True, stream_options={"include_usage": True}
)
chunks = list(pieces)
told = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
assert told == text, (told, text)
assert chunks[-1].usage.total_tokens == 0, chunks[-1]

absent = client.chat.completions.create(model="perusal", messages=question)
assert "ot " in absent.choices[0].message.content, absent

for wrong, error in [({"model": "gpt-4o"}, openai.NotFoundError), ({"n": 2}, openai.BadRequestError)]:
    try:
        client.chat.completions.create(**{"model": "perusal", "messages": ferry, **wrong})
    except error:
        continue
    raise AssertionError(wrong)

asked = ferry[0]["content"]
answer = client.responses.create(model="perusal", input=asked)
assert answer.status == "completed" and answer.output_text == text, answer
events = list(client.responses.create(model="perusal", input=ferry, stream=True))
assert events[-1].type == "response.completed", events[-1]
assert events[-1].response.output_text == text, events[-1]
assert "".join(event.delta for event in events if event.type == "response.output_text.delta") == text
try:
    client.embeddings.create(model="perusal", input="a text")
    raise AssertionError("a library without a model gave vectors")
except openai.NotFoundError:
    pass
print("openai for python: ok")
