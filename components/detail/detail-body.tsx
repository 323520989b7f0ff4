import type { ReactNode } from "react";

interface Props {
  /** What somebody comes for: before the facts on a phone too. */
  lead?: ReactNode;
  /** What happened, and what hangs on it. */
  children: ReactNode;
  /** Facts, in a narrow column beside it; above it on a phone. */
  facts: ReactNode;
}

/** An object's page below its heading. */
export function DetailBody({ lead, children, facts }: Props) {
  return (
    <div className="grid items-start gap-x-5 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-5 pb-5 empty:hidden">{lead}</div>
      <div className="grid min-w-0 gap-5 pb-5 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        {facts}
      </div>
      <div className="grid min-w-0 gap-5 xl:col-start-1">{children}</div>
    </div>
  );
}
