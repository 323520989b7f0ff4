import type { ReactNode } from "react";

interface Props {
  /** The page's heading; without one the page has its own, e.g. an object's amount. */
  title?: string;
  /** What the page is for, in a sentence. */
  text?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  /** Lists and objects take all of the width, what is read and filled in takes lines of a good length. */
  width?: "text" | "data";
  children: ReactNode;
}

/** A page of the dashboard, within the shell. */
export function DashboardPage({ width = "text", children, ...head }: Props) {
  return (
    <div className={width === "text" ? "max-w-4xl" : ""}>
      <PageHead {...head} />
      {children}
    </div>
  );
}

function PageHead({ title, text, action }: Pick<Props, "title" | "text" | "action">) {
  if (title === undefined) return null;
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{title}</h1>
        {text && <div className="mt-1 max-w-2xl text-pretty text-muted">{text}</div>}
      </div>
      {action}
    </div>
  );
}
