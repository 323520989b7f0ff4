import type { ReactNode } from "react";

/** A figure with its name. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="font-semibold text-xl tabular-nums tracking-tight">{children}</dd>
    </div>
  );
}

/** Figures beside each other. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap gap-x-10 gap-y-3">{children}</dl>
);

/** A rate such as "0.4250" as a percentage, rounded half up to a tenth; a dash where it is of nothing. */
export function percentOf(rate: string | null): string {
  if (rate === null) return "–";
  const [whole = "0", parts = ""] = rate.split(".");
  const tenths = (BigInt(whole) * 10_000n + BigInt(parts.padEnd(4, "0")) + 5n) / 10n;
  return `${tenths / 10n}.${tenths % 10n} %`;
}
