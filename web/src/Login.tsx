// A token is needed: asked for over whatever is open, so that nothing below it is lost.
import { useEffect, useState } from "preact/hooks";
import { LOGIN_NEEDED, Trouble, get, send } from "./api/client";
import type { Login as Told } from "./api/types";
import { Dialog } from "./parts/Dialog";
import { Notice, TroubleNotice } from "./parts/Notice";
import { words } from "./words";

const say = words.settings;

/** Fired on `window` when the token was taken: what failed for want of one may be tried again. */
export const LOGGED_IN = "perusal:logged-in";

export function Login() {
  const [needed, need] = useState(false);
  const [token, setToken] = useState("");
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const wanted = () => need(true);
    addEventListener(LOGIN_NEEDED, wanted);
    get<Told>("login").then(
      (told) => told.needed && !told.name && need(true),
      () => undefined,
    );
    return () => removeEventListener(LOGIN_NEEDED, wanted);
  }, []);
  if (!needed) return null;
  const enter = async () => {
    setError(null);
    try {
      const body = JSON.stringify({ token: token.trim() });
      await send("/api/v1/login", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      setToken("");
      need(false);
      dispatchEvent(new Event(LOGGED_IN));
    } catch (trouble) {
      setError(trouble);
    }
  };
  return (
    <Dialog title={say.loginTitle} onClose={() => undefined} stays>
      <form
        class="login"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <p>{say.loginHint}</p>
        <div class="field-row">
          <input
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            value={token}
            placeholder="perusal_…"
            aria-label={say.token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
          <button type="submit" class="primary" disabled={!token.trim()}>
            {say.logIn}
          </button>
        </div>
        {error instanceof Trouble && error.status === 401 ? (
          <Notice kind="bad" title={say.unknownToken} />
        ) : (
          error != null && <TroubleNotice error={error} />
        )}
      </form>
    </Dialog>
  );
}
