import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getVolume } from "@/lib/contract/insight/stats";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals } from "@/lib/core/amounts/money";

export type VolumeDay = ReceivedOutput<typeof getVolume>["days"][number];

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 3;
const STEPS = 10_000n;

/**
 * Bars, one for each day. Some bars need no library for charts, which would be a hundred kilobytes, and bring style
 * attributes, which the policy on content refuses.
 */
export function VolumeChart({ days }: { days: readonly VolumeDay[] }) {
  const most = days.reduce((max, { amount }) => (BigInt(amount) > max ? BigInt(amount) : max), 0n);
  const step = WIDTH / Math.max(1, days.length);
  const gap = step > 2 * GAP ? GAP : step / 4;
  const heightOf = (amount: string) => {
    if (most === 0n) return 0;
    return (Number((BigInt(amount) * STEPS) / most) / Number(STEPS)) * HEIGHT;
  };
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Volume on each day from ${first?.day} to ${last?.day}; the table has the figures`}
        className="h-28 w-full text-accent"
      >
        {days.map(({ day, amount, currency }, place) => {
          // A day on which nothing was taken is a line, so that it is seen to be there.
          const height = Math.max(heightOf(amount), 1.5);
          return (
            <rect
              key={day}
              x={place * step + gap / 2}
              y={HEIGHT - height}
              width={step - gap}
              height={height}
              rx={1.5}
              className={amount === "0" ? "fill-line" : "fill-current"}
            >
              <title>{`${day}: ${formatAmount({ amount, currency, decimals: currencyDecimals }, "en")}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between text-muted text-xs tabular-nums">
        <span>{first?.day}</span>
        <span>{last?.day}</span>
      </figcaption>
    </figure>
  );
}
