import { words } from "../../words";

export function Why() {
  return <h1>{words.frame.why}</h1>;
}
