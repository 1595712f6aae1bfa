// What language models were asked on the way, word by word. The server keeps it for whoever asked.
import type { Sent as Call, Trace } from "../../api/trace";
import { number, words } from "../../words";

const say = words.why;

export function Sent({ trace }: { trace: Trace }) {
  const usage = trace.usage;
  const kept = trace.prompts ?? [];
  const calls = usage?.llm_calls ?? 0;
  return (
    <section id="prompts">
      <h2>{say.prompt}</h2>
      {!calls && !kept.length && <p class="muted">{say.noModel}</p>}
      {usage && calls > 0 && (
        <p class="muted">{say.calls(calls, number.format(usage.prompt_tokens), number.format(usage.completion_tokens))}</p>
      )}
      {calls > 0 && !kept.length && <p class="muted">{say.promptNotKept}</p>}
      {kept.map((call, at) => (
        <details key={at} class="sent" open={at === kept.length - 1}>
          <summary>{[say.roles[call.role] ?? call.role, call.model].filter(Boolean).join(" · ")}</summary>
          <Said call={call} />
        </details>
      ))}
      {!!trace.prompts_left_out && <p class="muted small">{say.callsLeftOut(trace.prompts_left_out)}</p>}
    </section>
  );
}

function Said({ call }: { call: Call }) {
  return (
    <>
      {call.messages.map((message, place) => (
        <div key={place}>
          <p class="small muted">{say.speakers[message.role] ?? message.role}</p>
          <pre class="code" dir="auto" tabIndex={0}>
            {message.content}
          </pre>
          {message.bytes_left_out > 0 && <p class="small muted">{say.bytesLeftOut(number.format(message.bytes_left_out))}</p>}
        </div>
      ))}
      <p class="small muted">{call.failed ? say.callFailed : say.itSaid}</p>
      <pre class="code" dir="auto" tabIndex={0}>
        {call.failed ?? call.text}
      </pre>
    </>
  );
}
