import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConsoleAccess } from "@/components/admin/shell/console-access";
import { returnPath } from "@/lib/core/text/return-path";
import { openConsole } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Operator console" };

/** Says why the console is not shown; a person who may see it is sent on. */
export default async function AccessPage({ searchParams }: { searchParams: SearchParams }) {
  const [asked] = [(await searchParams).returnTo].flat();
  const returnTo = returnPath(asked ?? "/admin");
  const found = await openConsole();
  if (!found) redirect(`/login?returnTo=${encodeURIComponent(returnTo)}`);
  if ("frame" in found) redirect(returnTo);
  return <ConsoleAccess {...found} returnTo={returnTo} />;
}
