import Link from "next/link";
import type { ReactNode } from "react";

interface Props {
  name: string;
  /** The list with what the figure counts. */
  href: string;
  /** Beside the period before. */
  change?: ReactNode;
  children: ReactNode;
}

/** A figure with its name that leads to the list with what it counts. */
export function LinkedFigure({ name, href, change, children }: Props) {
  return (
    <div className="relative min-w-32">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="min-h-11">
        <Link
          href={href}
          prefetch={false}
          className="block font-semibold text-xl tabular-nums tracking-tight after:absolute after:inset-0 hover:underline hover:decoration-edge hover:underline-offset-4"
        >
          <span className="sr-only">{name}: </span>
          {children}
        </Link>
        {change && <span className="text-muted text-xs tabular-nums">{change}</span>}
      </dd>
    </div>
  );
}

/** By how much a figure has changed, in words. @param percent null where there was nothing before */
export function Change({ percent, unit = "%" }: { percent: number | null; unit?: string }) {
  if (percent === null) return "Nothing before";
  if (percent === 0) return "As before";
  return `${percent > 0 ? "Up" : "Down"} ${Math.abs(percent)} ${unit}`;
}
