import type { ReactNode } from "react";

interface Props {
  /** What happened, and what hangs on it. */
  children: ReactNode;
  /** Facts, in a narrow column beside it; above it on a phone. */
  facts: ReactNode;
}

/** An object's page below its heading. */
export function DetailBody({ children, facts }: Props) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid min-w-0 gap-5 lg:order-last">{facts}</div>
      <div className="grid min-w-0 gap-5">{children}</div>
    </div>
  );
}
