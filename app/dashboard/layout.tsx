import type { Metadata } from "next";
import type { ReactNode } from "react";
import "@/app/merchants.css";
import { DashboardShell } from "@/components/dashboard/shell/dashboard-shell";
import { openShell } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The shell is built once. It reads path and mode from the address, of which a layout is told nothing. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const shell = await openShell();
  // The page sends a person who is not signed in to sign in.
  if (!shell) return children;
  return <DashboardShell frame={shell.frame}>{children}</DashboardShell>;
}
