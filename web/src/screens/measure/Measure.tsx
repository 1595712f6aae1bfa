import { words } from "../../words";

export function Measure() {
  return <h1>{words.frame.measure}</h1>;
}
