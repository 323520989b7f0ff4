import type { ListQuery } from "@/lib/client/read-page";

/** The periods that Home can show. */
export const periods = [
  { value: "7", name: "7 days" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "month", name: "This month" },
  { value: "custom", name: "Custom" },
] as const;
export type PeriodName = (typeof periods)[number]["value"];

/** Whole days (UTC): `to` is the day after the last one. */
export interface ShownPeriod {
  readonly name: PeriodName;
  readonly from: string;
  readonly to: string;
  /** The days that were asked for, where they are no period that can be shown. */
  readonly refused?: { readonly first: string; readonly last: string };
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const USUAL_DAYS = 30;

/** The parameters of the address that say which period is shown. */
export const periodParameters = ["range", "from", "to"] as const;

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A day by its date; not a number for another text. */
const dayOf = (text: string | undefined): number =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;

/**
 * The period that an address asks for: by default the last 30 days, of which today is the last. `to` of the address is
 * the last day. In place of a custom period that is none, or longer than 366 days, the default one is shown.
 * @param now milliseconds
 */
export function periodOf(query: ListQuery, now: number): ShownPeriod {
  const tomorrow = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS;
  const lastDays = (name: PeriodName, days: number): ShownPeriod => ({
    name,
    from: dayText(tomorrow - days * DAY_MS),
    to: dayText(tomorrow),
  });
  switch (query.range) {
    case "7":
    case "90":
      return lastDays(query.range, Number(query.range));
    case "month":
      return { name: "month", from: `${dayText(now).slice(0, 7)}-01`, to: dayText(tomorrow) };
    case "custom":
      return customPeriod(query, lastDays("custom", USUAL_DAYS));
    default:
      return lastDays("30", USUAL_DAYS);
  }
}

function customPeriod(query: ListQuery, usual: ShownPeriod): ShownPeriod {
  const [first = Number.NaN, last = Number.NaN] = [
    dayOf(query.from ?? usual.from),
    dayOf(query.to ?? lastDayOf(usual)),
  ];
  if (Number.isNaN(first) || Number.isNaN(last)) return usual;
  const days = (last - first) / DAY_MS + 1;
  if (days >= 1 && days <= MOST_DAYS) {
    return { name: "custom", from: dayText(first), to: dayText(last + DAY_MS) };
  }
  return { ...usual, refused: { first: dayText(first), last: dayText(last) } };
}

/** The last day of a period. */
export const lastDayOf = ({ to }: Pick<ShownPeriod, "to">): string => dayText(dayOf(to) - DAY_MS);

/** A period as lists filter by it. */
export const filterOf = ({ from, to }: Pick<ShownPeriod, "from" | "to">): string =>
  `createdAfter=${from}T00:00:00.000Z&createdBefore=${to}T00:00:00.000Z`;

/**
 * By how many percent a value has changed, in whole percents; null where there was nothing before.
 * @example changeOf(150n, 100n) // 50
 */
export function changeOf(now: bigint, before: bigint): number | null {
  if (before === 0n) return null;
  const scaled = ((now - before) * 1_000n) / before;
  return Math.round(Number(scaled) / 10);
}
