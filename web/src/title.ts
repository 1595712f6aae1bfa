// What the window is called: by what it shows, so that one finds it among others.
import { useEffect } from "preact/hooks";

const NAME = "Perusal";
/** Characters of a question or a name that are enough to know it by. */
const TITLE_MAX = 80;

export function useTitle(shown: string): void {
  useEffect(() => {
    document.title = shown ? `${shown.slice(0, TITLE_MAX)} · ${NAME}` : NAME;
    return () => void (document.title = NAME);
  }, [shown]);
}
