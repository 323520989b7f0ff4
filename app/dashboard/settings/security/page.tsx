import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { ElsewhereSection } from "@/components/account/security/elsewhere-section";
import { EmailSection } from "@/components/account/security/email-section";
import { IdentitiesSection } from "@/components/account/security/identities-section";
import { PasskeysSection } from "@/components/account/security/passkeys-section";
import { PasswordSection } from "@/components/account/security/password-section";
import { SessionsSection } from "@/components/account/security/sessions-section";
import { TwoFactorSection } from "@/components/account/security/two-factor-section";
import { loadSecurity, type Security } from "@/lib/domain/identity/load-security";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Security" };

export default async function SecuritySettings({ searchParams }: { searchParams: SearchParams }) {
  const path = "/dashboard/settings/security";
  const { problem, error } = await searchParams;
  const [reason] = [problem ?? error].flat();
  const { ctx, browser, visitor, frame } = await openDashboard(path, searchParams);
  return (
    <BusinessPage
      title="Security"
      text="Sign-in methods and active sessions. Applies to your account."
    >
      {frame.elsewhere ? (
        <ElsewhereSection app={frame.elsewhere} hasSecondFactor={visitor.hasSecondFactor} />
      ) : (
        <OwnSecurity {...(await loadSecurity(ctx, browser))} problem={reason} />
      )}
    </BusinessPage>
  );
}

function OwnSecurity(props: Security & { problem: string | undefined }) {
  const { account, sessions, arePasskeysPossible, providers, problem } = props;
  const { email, hasPassword, secondFactors, recoveryCodesLeft } = account;
  const passkeys = account.passkeys.map(({ createdAt, lastUsedAt, copiedAt, ...passkey }) => ({
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isCopied: copiedAt !== null,
  }));
  const shown = sessions.map(({ id, current, userAgent, addressPrefix, lastSeenAt }) => ({
    id,
    current,
    userAgent,
    addressPrefix,
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  const identities = account.identities.map(({ createdAt: _, lastUsedAt, ...identity }) => ({
    ...identity,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  const hasIdentities = identities.length + providers.length > 0;
  return (
    <div className="grid gap-5">
      <EmailSection email={email} />
      <PasswordSection hasPassword={hasPassword} />
      <PasskeysSection passkeys={passkeys} arePossible={arePasskeysPossible} />
      <TwoFactorSection factors={secondFactors} codesLeft={recoveryCodesLeft} />
      {hasIdentities && <IdentitiesSection {...{ identities, providers, problem }} />}
      <SessionsSection sessions={shown} />
    </div>
  );
}
