import type { ReactNode } from "react";

/** A phrase with an element in place of a blank. */
export function withElement(phrase: string, blank: string, element: ReactNode): ReactNode {
  const [before, after = ""] = phrase.split(blank);
  return (
    <>
      {before}
      {element}
      {after}
    </>
  );
}
