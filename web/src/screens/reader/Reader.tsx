import { words } from "../../words";

export function Reader() {
  return <h1>{words.frame.documents}</h1>;
}
