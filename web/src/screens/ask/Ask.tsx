import { words } from "../../words";

export function Ask() {
  return <h1>{words.frame.ask}</h1>;
}
