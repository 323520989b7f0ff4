import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PrivyForm } from "@/components/account/privy/privy-form";
import { ProviderForms } from "@/components/account/provider-forms";
import { SignUpForm } from "@/components/account/sign-up-form";
import { returnPath } from "@/lib/core/text/return-path";
import { offeredProviders } from "@/lib/domain/identity/identities/offered-providers";
import { isSignUpClosed } from "@/lib/domain/merchants/sign-up-policy";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";
import { pageContext } from "@/lib/server/pages/page-context";
import { appElsewhere, findVisitor } from "@/lib/server/pages/visitor";

export const metadata: Metadata = { title: "Create an account" };

/** Redirects a visitor who is already signed in. */
export default async function SignUp({ searchParams }: { searchParams: SearchParams }) {
  const [asked] = [(await searchParams).returnTo].flat();
  const returnTo = returnPath(asked);
  const ctx = await pageContext();
  if (await findVisitor(ctx)) redirect(returnTo);
  const app = appElsewhere(ctx);
  if (app) return <PrivyForm {...{ app, returnTo }} title="Create your account" />;
  const isClosed = await isSignUpClosed(ctx.db, ctx.config);
  return (
    <>
      <SignUpForm {...{ returnTo, isClosed }} />
      <ProviderForms providers={offeredProviders(ctx)} returnTo={returnTo} />
    </>
  );
}
