const WIDTH = 600;
const HEIGHT = 120;

export interface CountBar {
  readonly name: string;
  /** All of them. */
  readonly all: number;
  /** A part of them, which is drawn full. */
  readonly part: number;
}

/** Bars, one for each day or month: all of them pale, and a part of them full. */
export function CountChart({ bars, label }: { bars: readonly CountBar[]; label: string }) {
  const most = Math.max(1, ...bars.map(({ all, part }) => Math.max(all, part)));
  const step = WIDTH / Math.max(1, bars.length);
  const gap = step > 8 ? 3 : 1;
  const rect = (count: number, place: number, look: string) => {
    const height = Math.max((count / most) * HEIGHT, count === 0 ? 0 : 1.5);
    return (
      <rect
        x={place * step + gap / 2}
        y={HEIGHT - height}
        width={Math.max(step - gap, 0.5)}
        height={height}
        rx={1}
        className={look}
      />
    );
  };
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}; the table has the figures`}
        className="h-28 w-full border-line border-b text-accent"
      >
        {bars.map(({ name, all, part }, place) => (
          <g key={name}>
            <title>{`${name}: ${part} of ${all}`}</title>
            {rect(all, place, "fill-line")}
            {rect(part, place, "fill-current")}
          </g>
        ))}
      </svg>
      <figcaption className="mt-1 flex justify-between text-muted text-xs tabular-nums">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
    </figure>
  );
}
