import type { ReactNode } from "react";

/** The heading that takes the focus when the page's state changes. */
export const screenTitleId = "pay-screen-title";

interface Props {
  title: ReactNode;
  /** One or two sentences under the title. */
  intro?: ReactNode;
  /** Stands above the title: a mark of how it went. */
  mark?: ReactNode;
  children?: ReactNode;
}

/** One state of the pay page: heading, words, and what can be done. */
export function ScreenFrame({ title, intro, mark, children }: Props) {
  return (
    <div className="animate-appear">
      {mark}
      <h2
        id={screenTitleId}
        tabIndex={-1}
        className="text-balance font-semibold text-xl tracking-tight"
      >
        {title}
      </h2>
      {intro && <p className="mt-1.5 text-pretty text-[0.9375rem] text-muted">{intro}</p>}
      {children && <div className="mt-6 grid gap-5">{children}</div>}
    </div>
  );
}
