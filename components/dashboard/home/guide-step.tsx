import type { ReactNode } from "react";
import { DoneMark } from "@/components/ui/done-mark";
import { ChevronIcon } from "@/components/ui/icons";

/** Where a step of the guide stands. */
export interface StepStanding {
  readonly isDone: boolean;
  /** The first that is not done. */
  readonly isCurrent: boolean;
}

interface Props extends StepStanding {
  title: string;
  /** Open also when the next one is: it shows what came of it. */
  staysOpen?: boolean;
  children: ReactNode;
}

/** A step of the setup guide: the one that comes next is open. */
export function GuideStep({ isDone, isCurrent, title, staysOpen = false, children }: Props) {
  return (
    <li className="border-line border-t first:border-t-0">
      <details open={isCurrent || staysOpen} className="group">
        <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-2">
          <DoneMark isDone={isDone} />
          <span className={isDone ? "text-muted" : "font-medium"}>{title}</span>
          <ChevronIcon className="ml-auto size-4 text-muted transition-transform group-open:rotate-90" />
        </summary>
        <div className="grid min-w-0 justify-items-start gap-4 pb-5 pl-8 text-muted text-sm [&>section]:w-full">
          {children}
        </div>
      </details>
    </li>
  );
}
