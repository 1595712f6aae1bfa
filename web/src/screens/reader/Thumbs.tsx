// Small pictures of the pages, drawn when they come into sight.
import { useEffect, useRef } from "preact/hooks";
import { words } from "../../words";
import type { PdfPort } from "./PdfView";
import { goTo } from "./passage";

const WIDTH = 132;

interface Props {
  pages: number;
  page: number | null;
  port: PdfPort | null;
}

export function Thumbs({ pages, page, port }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [page]);
  return (
    <ol ref={list} class="thumbs-list">
      {Array.from({ length: pages }, (_, at) => (
        <Thumb key={at} number={at + 1} current={page === at + 1} port={port} />
      ))}
    </ol>
  );
}

function Thumb({ number, current, port }: { number: number; current: boolean; port: PdfPort | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const place = canvas.current;
    if (!place || !port) return;
    const sight = new IntersectionObserver(async (seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      sight.disconnect();
      const image = await port.thumb(number, WIDTH * Math.min(2, devicePixelRatio));
      [place.width, place.height] = [image.width, image.height];
      place.getContext("bitmaprenderer")?.transferFromImageBitmap(image);
    });
    sight.observe(place);
    return () => sight.disconnect();
  }, [port]);
  return (
    <li>
      <button
        type="button"
        class="thumb-page"
        aria-label={words.pages(number, number)}
        aria-current={current ? "page" : undefined}
        onClick={() => goTo({ page: number, span: null })}
      >
        <canvas ref={canvas} width={WIDTH} height={Math.round(WIDTH * 1.3)} />
        <small>{number}</small>
      </button>
    </li>
  );
}
