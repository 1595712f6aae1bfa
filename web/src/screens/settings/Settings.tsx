import { words } from "../../words";

export function Settings() {
  return <h1>{words.frame.settings}</h1>;
}
