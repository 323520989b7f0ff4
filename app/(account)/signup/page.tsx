import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AccountsElsewhere } from "@/components/identity/accounts-elsewhere";
import { SignUpForm } from "@/components/identity/sign-up-form";
import { returnPath } from "@/lib/core/return-path";
import { type SearchParams, visitorSession } from "@/lib/server/dashboard-page";
import { pageContext } from "@/lib/server/page-context";

export const metadata: Metadata = { title: "Create an account" };

/** Whoever is signed in already goes on. */
export default async function SignUp({ searchParams }: { searchParams: SearchParams }) {
  const [asked] = [(await searchParams).returnTo].flat();
  const returnTo = returnPath(asked);
  const ctx = await pageContext();
  if (ctx.config.IDENTITY_PROVIDER !== "embedded") return <AccountsElsewhere />;
  if (await visitorSession(ctx)) redirect(returnTo);
  return <SignUpForm returnTo={returnTo} />;
}
