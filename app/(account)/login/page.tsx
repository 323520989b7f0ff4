import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PrivyForm } from "@/components/account/privy/privy-form";
import { SignInForm } from "@/components/account/sign-in-form";
import { returnPath } from "@/lib/core/text/return-path";
import { offeredProviders } from "@/lib/domain/identity/identities/offered-providers";
import { arePasskeysPossible } from "@/lib/domain/identity/passkeys/passkey-challenge";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";
import { pageContext } from "@/lib/server/pages/page-context";
import { appElsewhere, findVisitor } from "@/lib/server/pages/visitor";

export const metadata: Metadata = { title: "Sign in" };

/** Redirects a visitor who is already signed in. */
export default async function Login({ searchParams }: { searchParams: SearchParams }) {
  const { returnTo: given, problem, error } = await searchParams;
  const [[asked], [reason]] = [[given].flat(), [problem ?? error].flat()];
  const returnTo = returnPath(asked);
  const ctx = await pageContext();
  if (await findVisitor(ctx)) redirect(returnTo);
  const app = appElsewhere(ctx);
  if (app) return <PrivyForm {...{ app, returnTo }} title="Sign in to Stipend" />;
  const hasPasskeys = arePasskeysPossible(ctx);
  const providers = offeredProviders(ctx);
  return <SignInForm {...{ returnTo, hasPasskeys, providers, problem: reason }} />;
}
