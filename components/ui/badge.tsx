import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "good" | "bad" | "wait" | "accent";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-panel text-muted",
  good: "bg-good-soft text-good",
  bad: "bg-bad-soft text-bad",
  wait: "bg-test-soft text-test-ink",
  accent: "bg-accent-soft text-accent",
};

/** A state in one or two words; the words carry it, not the colour. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-0.5 font-medium text-xs ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
