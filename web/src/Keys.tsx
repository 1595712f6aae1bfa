// The list of keys that can be heard now.
import { heard } from "./keys";
import { Dialog } from "./parts/Dialog";
import { words } from "./words";

export function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.frame.keysTitle} onClose={onClose}>
      <dl class="keys">
        {heard().map(({ key, says }) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
