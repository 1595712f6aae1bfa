// Whose token the server knows one by, and how tokens are made.
import { get, send } from "../../api/client";
import type { Login } from "../../api/types";
import { useLoad } from "../../load";
import { TroubleNotice } from "../../parts/Notice";
import { Progress } from "../../parts/Progress";
import { words } from "../../words";

const say = words.settings;

export function Access() {
  const login = useLoad((signal) => get<Login>("login", {}, signal), []);
  if (login.error) return <TroubleNotice error={login.error} again={login.again} />;
  if (!login.value) return <Progress label={say.access} />;
  const { needed, name, scopes, collections } = login.value;
  const leave = async () => {
    await send("/api/v1/login", { method: "DELETE" });
    location.reload();
  };
  return (
    <div class="stack">
      {!needed && <p>{say.open}</p>}
      {name && (
        <>
          <p>{say.loggedIn(name)}</p>
          <p class="muted small">
            {say.scopes}: {scopes.join(", ")}
            {collections && ` · ${say.collections}: ${collections.join(", ")}`}
          </p>
          <button type="button" onClick={() => void leave()}>
            {say.logOut}
          </button>
        </>
      )}
      <p class="muted small">{say.tokens}</p>
      <pre class="command">perusal token add NAME --scope read,write{"\n"}perusal token ls{"\n"}perusal token rm NAME</pre>
    </div>
  );
}
