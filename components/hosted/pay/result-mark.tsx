import { ClockIcon, CrossIcon, RefundIcon } from "@/components/ui/icons";

type Tone = "good" | "refund" | "bad" | "over";

const looks: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  refund: "bg-accent-soft text-accent",
  bad: "bg-bad-soft text-bad",
  over: "bg-panel text-muted",
};

/** How it ended, at a glance; the heading below says it in words. */
export function ResultMark({ tone }: { tone: Tone }) {
  return (
    <div
      aria-hidden="true"
      className={`mb-5 grid size-14 place-items-center rounded-full print:hidden ${looks[tone]}`}
    >
      {tone === "good" && <DrawnCheck />}
      {tone === "refund" && <RefundIcon className="size-7" />}
      {tone === "bad" && <CrossIcon className="size-7" />}
      {tone === "over" && <ClockIcon className="size-7" />}
    </div>
  );
}

function DrawnCheck() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-8"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d="m5 12.5 4.5 4.5L19 7.5"
        pathLength="1"
        strokeDasharray="1"
        className="animate-draw"
      />
    </svg>
  );
}
