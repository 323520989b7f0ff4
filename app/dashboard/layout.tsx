import type { Metadata } from "next";
import type { ReactNode } from "react";
import "@/app/merchants.css";

/** Each page has the shell around itself, which says the mode of its address; a layout is not told that. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return children;
}
