import { toDecimal } from "@/lib/core/amounts/money";

const WEI_DECIMALS = 18;
const WEI_PER_GWEI = 1e9;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A count with its noun: “1 payment”, “3 payments”. */
export function counted(count: number | bigint, noun: string): string {
  const plural = /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count} ${BigInt(count) === 1n ? noun : plural}`;
}

/** Wei in whole units of the chain's own currency. */
export function ether(wei: bigint | null): string {
  if (wei === null) return "unknown";
  return Number(toDecimal(wei, WEI_DECIMALS)).toPrecision(4);
}

/** Wei per gas in gwei. */
export function gwei(wei: bigint | null): string {
  return wei === null ? "unknown" : `${(Number(wei) / WEI_PER_GWEI).toPrecision(3)} gwei`;
}

/** How long ago something was, in the largest unit that gives a figure. */
export function ago(at: Date | null, now = Date.now()): string {
  if (at === null) return "never";
  const seconds = Math.max(0, Math.round((now - at.getTime()) / 1_000));
  if (seconds < 2 * MINUTE) return `${seconds} s ago`;
  if (seconds < 2 * HOUR) return `${Math.round(seconds / MINUTE)} min ago`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h ago`;
  return `${Math.round(seconds / DAY)} days ago`;
}

/** What may be missing, as text. */
export function orUnknown(value: bigint | string | null): string {
  return value === null ? "unknown" : String(value);
}

/** Rows of text as lines, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
