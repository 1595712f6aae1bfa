import { words } from "../../words";

export function Analyze() {
  return <h1>{words.frame.analyze}</h1>;
}
