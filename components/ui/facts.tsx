import type { ReactNode } from "react";

/** Names and values, one pair to a line. */
export function Facts({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <dl className={`text-sm ${className}`}>{children}</dl>;
}

/** One pair whose value is long: it stands below its name. */
export function LongFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line border-t py-2.5 first:border-t-0">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  );
}

/** One pair. A long value wraps below its name rather than leave the screen. */
export function Fact(props: { name: string; children: ReactNode; className?: string }) {
  const { name, children, className = "" } = props;
  return (
    <div
      className={`flex min-w-0 flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-line border-t py-2.5 first:border-t-0 ${className}`}
    >
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right font-medium">{children}</dd>
    </div>
  );
}
