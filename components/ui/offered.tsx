import type { ReactNode } from "react";

interface Props {
  /** Why it is not offered; null where it is. */
  why: string | null;
  children: ReactNode;
}

/** An action, or in its place the reason why it is not offered, as text that everybody can read. */
export const Offered = ({ why, children }: Props) =>
  why === null ? children : <p className="max-w-md text-pretty text-muted text-sm">{why}</p>;
