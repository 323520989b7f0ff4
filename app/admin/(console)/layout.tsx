import type { ReactNode } from "react";
import { ConsoleShell } from "@/components/admin/shell/console-shell";
import { openConsole } from "@/lib/server/pages/admin-page";

/** The shell is built once. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const found = await openConsole();
  // The page sends everyone else to sign in, or to where it is said why not.
  if (!found || !("frame" in found)) return children;
  return <ConsoleShell {...found.frame}>{children}</ConsoleShell>;
}
