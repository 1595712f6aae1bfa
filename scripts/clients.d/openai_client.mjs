// OpenAI's client for JavaScript against a running server; URL says where it is.
import assert from "node:assert";
import OpenAI from "openai";

const client = new OpenAI({ baseURL: process.env.URL + "/v1", apiKey: "none" });
const messages = [{ role: "user", content: "When does the first ferry leave?" }];

const whole = await client.chat.completions.create({ model: "perusal", messages });
const text = whole.choices[0].message.content;
assert(text.length > 0);

let told = "";
const stream = await client.chat.completions.create({ model: "perusal", messages, stream: true });
for await (const chunk of stream) told += chunk.choices[0]?.delta?.content ?? "";
assert.strictEqual(told, text);
const answer = await client.responses.create({ model: "perusal", input: messages[0].content });
assert.strictEqual(answer.output_text, text);
console.log("openai for javascript: ok");
