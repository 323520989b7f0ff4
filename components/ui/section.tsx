import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  text?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One matter of a page, under its own heading. */
export function Section({ title, text, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-xl">
          <h2 id={id} className="wrap-anywhere font-semibold tracking-tight">
            {title}
          </h2>
          {text && <div className="wrap-anywhere mt-1 text-pretty text-muted text-sm">{text}</div>}
        </div>
        {action}
      </div>
      {children && <div className="mt-5">{children}</div>}
    </section>
  );
}
