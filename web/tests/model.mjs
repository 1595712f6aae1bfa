// A language model that says what a journey wrote for it, word by word, as Ollama does.
import { createServer } from "node:http";

/** `says` gives the words of an answer, or of the n-th; `pause` is the time between them, in milliseconds. */
export async function scripted(says, pause = 0) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const json = (told) => response.end(JSON.stringify(told));
    if (request.url === "/api/tags") return json({ models: [{ name: "writer" }] });
    if (request.url === "/api/show") return json({ details: {}, model_info: { "words.context_length": 8192 } });
    if (request.url !== "/api/chat") return response.writeHead(404).end();
    const told = JSON.parse(body);
    asked.push(told);
    // As many tokens as are counted where there is no tokenizer, so that nothing was cut.
    const tokens = Math.floor(JSON.stringify(told.messages).length / 3);
    const words = typeof says === "function" ? says(asked.length - 1) : says;
    for (const piece of words.split(/(?<= )/)) {
      if (response.destroyed) return;
      response.write(`${JSON.stringify({ model: "writer", message: { role: "assistant", content: piece }, done: false })}\n`);
      await new Promise((done) => setTimeout(done, pause));
    }
    const end = { done: true, done_reason: "stop", prompt_eval_count: tokens, eval_count: 9 };
    response.end(`${JSON.stringify({ model: "writer", message: { role: "assistant", content: "" }, ...end })}\n`);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  return {
    asked,
    settings: { PERUSAL_MODELS__MAIN: "ollama:writer", PERUSAL_MODELS__ENDPOINT: endpoint },
    close: () => server.close(),
  };
}
