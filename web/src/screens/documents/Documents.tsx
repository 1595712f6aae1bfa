import { words } from "../../words";

export function Documents() {
  return <h1>{words.frame.documents}</h1>;
}
