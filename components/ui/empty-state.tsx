import type { ReactNode } from "react";

/** Says why nothing is here yet: one sentence, what to do, and how it is done from code. */
export function EmptyState(props: {
  children: ReactNode;
  action?: ReactNode;
  snippet?: ReactNode;
}) {
  const { children, action, snippet } = props;
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 rounded-2xl border border-line border-dashed px-5 py-10 text-center">
      <p className="max-w-md text-pretty text-muted">{children}</p>
      {action}
      {snippet}
    </div>
  );
}
