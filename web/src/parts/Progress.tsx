// How far something is; without `value` it only moves.
interface Props {
  label: string;
  /** 0 to 1. */
  value?: number;
}

export function Progress({ label, value }: Props) {
  if (value === undefined) return <progress class="progress" aria-label={label} />;
  return <progress class="progress" aria-label={label} value={Math.min(1, value)} max={1} />;
}
