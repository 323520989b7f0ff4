import type { ReactNode } from "react";
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { LocalTime } from "@/components/ui/time/local-time";

/** Something that happened to an object, or is to happen. */
export interface TimelineEntry {
  readonly id: string;
  /** ISO 8601; null for what is still awaited. */
  readonly at: string | null;
  readonly title: ReactNode;
  /** Who did it, e.g. "Payer 0x52…9EE7". */
  readonly actor?: ReactNode;
  readonly text?: ReactNode;
  readonly tone?: "good" | "bad" | "wait" | "neutral";
}

const icons = {
  good: <CheckIcon className="size-3.5" />,
  bad: <CrossIcon className="size-3.5" />,
  wait: <ClockIcon className="size-3.5" />,
  neutral: <AlertIcon className="hidden" />,
};

const looks = {
  good: "border-good bg-good-soft text-good",
  bad: "border-bad bg-bad-soft text-bad",
  wait: "border-edge bg-canvas text-muted",
  neutral: "border-edge bg-canvas",
};

/** What happened, in order, with who did it and when. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="text-sm">
      {entries.map((entry) => (
        <Entry key={entry.id} {...entry} />
      ))}
    </ol>
  );
}

function Entry({ at, title, actor, text, tone = "neutral" }: TimelineEntry) {
  return (
    <li className="group relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-6 bottom-0 left-3 w-px -translate-x-1/2 bg-line group-last:hidden"
      />
      <span
        aria-hidden="true"
        className={`grid size-6 place-items-center rounded-full border ${looks[tone]}`}
      >
        {icons[tone]}
      </span>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pt-0.5">
        <p className={at === null ? "text-muted" : "font-medium"}>{title}</p>
        {at !== null && (
          <p className="text-muted text-xs">
            <LocalTime iso={at} shape="second" locale="en" />
          </p>
        )}
        {(actor || text) && (
          <div className="wrap-anywhere w-full text-muted">
            {actor && <span>{actor}</span>}
            {actor && text && " · "}
            {text}
          </div>
        )}
      </div>
    </li>
  );
}
