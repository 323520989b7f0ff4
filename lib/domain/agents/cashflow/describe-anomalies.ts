import type { AnomalySensitivity } from "@/lib/core/agents/agent-settings";
import { type Anomaly, findAnomaly, type Series } from "@/lib/core/agents/find-anomaly";
import { type Currency, currencies, digits } from "@/lib/core/amounts/money";
import { formatMoney } from "@/lib/domain/mails/mail";
import type { Flow } from "./read-flows";

/** The figures that are watched. */
type Figure = "in" | "refunds";

export interface DescribedAnomaly extends Omit<Anomaly, "score"> {
  readonly currency: Currency;
  readonly figure: Figure;
  /** With two decimals. */
  readonly score: string;
  readonly text: string;
}

const names: Readonly<Record<Figure, string>> = { in: "Received", refunds: "Refunded" };

/**
 * What of a day lies outside of the usual of the days before it, each with the figures that say so.
 * @param days the days before, the oldest first
 */
export function describeAnomalies(
  flows: readonly Flow[],
  {
    day,
    days,
    sensitivity,
  }: { day: string; days: readonly string[]; sensitivity: AnomalySensitivity },
): DescribedAnomaly[] {
  const byPlace = new Map(flows.map((flow) => [`${flow.day} ${flow.currency}`, flow]));
  return currencies.flatMap((currency) => {
    const at = (one: string) => byPlace.get(`${one} ${currency}`);
    const received = days.map((one) => at(one)?.received ?? 0n);
    const refunds = days.map((one) => at(one)?.refunds ?? 0n);
    const series: [Figure, Series][] = [
      ["in", { value: at(day)?.received ?? 0n, before: received }],
      // Most days have no refund: what is much is told by what comes in.
      ["refunds", { value: at(day)?.refunds ?? 0n, before: refunds, scale: received }],
    ];
    return series.flatMap(([figure, one]) => {
      const found = findAnomaly(one, sensitivity);
      return found ? [describe(found, figure, currency)] : [];
    });
  });
}

function describe(anomaly: Anomaly, figure: Figure, currency: Currency): DescribedAnomaly {
  const money = (amount: bigint) => formatMoney(digits(amount), currency);
  const { value, median, spread, threshold } = anomaly;
  const score = (Number(anomaly.score) / 100).toFixed(2);
  const text = `${names[figure]} ${money(value)}; the median of the 28 days before is ${money(median)}, their spread ${money(spread)}. Score ${score}, told beyond ${threshold}.`;
  return { value, median, spread, threshold, currency, figure, score, text };
}
