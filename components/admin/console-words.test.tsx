import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import type { PlatformFees } from "@/lib/core/merchants/platform-fees";
import type { Merchant } from "./merchants/merchant-shapes";
import { ReasonDialog } from "./merchants/reason-dialog";
import { StatusActions, stepWords } from "./merchants/status-actions";
import { TierSection, wordsOfTiers } from "./merchants/tier-section";
import { AdminProvider } from "./shell/admin-context";
import { ConsoleAccess } from "./shell/console-access";

const wordsOf = (part: ReactElement): string =>
  renderToString(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'");

const access = (reason: string, hasSecondFactor = false) =>
  wordsOf(
    <ConsoleAccess
      {...{ reason, hasSecondFactor }}
      email="ada@example.com"
      elsewhere={null}
      returnTo="/admin"
    />,
  );

test.each([
  ["admin_required", "ada@example.com isn’t an admin user", "Go to the dashboard"],
  ["admin_suspended", "Your admin access is suspended", "Go to the dashboard"],
  ["mfa_required", "Turn it on for your account", "Set up two-factor authentication"],
  ["admin_session_over", "Your admin session has ended", "Sign in again"],
])("a person who is refused for %s reads why, and what to do", (reason, why, next) => {
  expect(access(reason)).toContain(why);
  expect(access(reason)).toContain(next);
});

test("a person who has a second factor is told to sign in with it", () => {
  expect(access("mfa_required", true)).toContain("Sign in again");
});

const actions = (role: AdminRole, status: MerchantStatus) =>
  wordsOf(
    <AdminProvider admin={{ id: "adm_1", role }}>
      <StatusActions
        merchant={{ id: "mer_1", businessName: "Acme", status } as Merchant}
        onChanged={async () => null}
      />
    </AdminProvider>,
  );

test("what a role or a status does not allow is not offered", () => {
  expect(actions("read_only", "active").trim()).toBe("");
  expect(actions("admin", "active")).toContain("Suspend");
  expect(actions("admin", "active")).not.toContain("Close");
  expect(actions("super_admin", "suspended")).toMatch(/Reactivate.*Close/s);
  expect(actions("super_admin", "closed").trim()).toBe("");
});

test("a merchant is closed once its name is typed and a reason is given", () => {
  const words = wordsOf(
    <ReasonDialog
      title="Close merchant “Acme”?"
      action="Close merchant"
      typed="Acme"
      run={async () => {}}
      onClose={() => {}}
    >
      This can’t be undone.
    </ReasonDialog>,
  );
  expect(words).toContain("Type “Acme” to confirm");
  expect(words).toContain("For the audit log. The merchant doesn’t see it.");
});

test("a reactivation says that the merchant can create once the network has it", () => {
  expect(wordsOf(<div>{stepWords.reactivate.effect}</div>)).toContain(
    "as soon as the network has it",
  );
});

const tierOf = (platformFees: PlatformFees) =>
  wordsOf(
    <AdminProvider admin={{ id: "adm_1", role: "admin" }}>
      <TierSection
        merchant={
          { id: "mer_1", businessName: "Acme", status: "active", tier: "growth" } as Merchant
        }
        platformFees={platformFees}
        onChanged={async () => null}
      />
      {wordsOfTiers[platformFees].effect}
    </AdminProvider>,
  );

test("a tier tells of its fee and of an email only where the installation takes fees", () => {
  expect(tierOf("on")).toContain("Growth: 0.70 % of each payment.");
  expect(tierOf("on")).toContain(
    "sets the tier’s fee in each registry. The merchant gets an email.",
  );
  expect(tierOf("off")).toContain("Growth. This installation takes no fees.");
  expect(tierOf("off")).not.toMatch(/%|operator|gets an email/);
});
