import type { ReactNode } from "react";
import { AlertIcon, CheckIcon, ClockIcon } from "./icons";

type Tone = "info" | "bad" | "good" | "wait";

const tones: Record<Tone, string> = {
  info: "bg-accent-soft text-ink",
  bad: "bg-bad-soft text-ink",
  good: "bg-good-soft text-ink",
  wait: "bg-test-soft text-ink",
};

const icons = {
  info: <AlertIcon className="mt-0.5 size-4.5 text-accent" />,
  bad: <AlertIcon className="mt-0.5 size-4.5 text-bad" />,
  good: <CheckIcon className="mt-0.5 size-4.5 text-good" />,
  wait: <ClockIcon className="mt-0.5 size-4.5 text-test-ink" />,
};

/** A remark that stands out, with an icon beside its words. */
export function Notice({ tone = "info", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`flex gap-2.5 rounded-xl px-3.5 py-3 text-sm leading-relaxed ${tones[tone]}`}>
      {icons[tone]}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
