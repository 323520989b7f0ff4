import type { ReactNode } from "react";
import { ChevronIcon } from "./icons";

interface Props {
  summary: ReactNode;
  /** Opened by what is within it, such as a field that is wrong; else only by the reader. */
  open?: boolean | undefined;
  children: ReactNode;
}

/** A line that opens to more (`<details>`). */
export function Disclosure({ summary, open, children }: Props) {
  return (
    <details open={open} className="group">
      <summary className="-mx-2 flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-muted text-sm hover:text-ink sm:min-h-9">
        <ChevronIcon className="size-4 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
