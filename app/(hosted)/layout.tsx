import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Links to payments are secrets of a kind: no search engine may keep them. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function HostedLayout({ children }: { children: ReactNode }) {
  return <div className="flex min-h-dvh flex-col print:block print:min-h-0">{children}</div>;
}
