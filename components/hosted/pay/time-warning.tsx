import { formatDuration } from "@/components/ui/time/format-duration";
import { type ClockReading, useNow } from "@/components/ui/time/use-now";
import { useWalletPay } from "./use-wallet-pay";

/** Less than this left is said. */
const WARN_MS = 180_000;
const TICK_MS = 10_000;

interface Props {
  /** The server's clock. */
  clock: ClockReading;
  /** ISO 8601. */
  ends: readonly (string | undefined)[];
}

/** Says in time that a payment, or what is being signed, runs out soon. */
export function TimeWarning({ clock, ends }: Props) {
  const { say, locale } = useWalletPay();
  const now = useNow(clock, TICK_MS);
  const left = Math.min(...ends.flatMap((end) => (end ? [Date.parse(end) - now] : [])));
  const isNear = left > 0 && left < WARN_MS;
  return (
    // It is there before its words, so that they are spoken.
    <p role="status" className="text-sm text-test-ink empty:hidden">
      {isNear && say("timeWarning", { time: formatDuration(left / 1_000, locale) })}
    </p>
  );
}
