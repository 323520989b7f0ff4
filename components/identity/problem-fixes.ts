import type { StipendError } from "@/sdk/src/errors";

/** What is to be done, and the page for it. */
export interface ProblemStep {
  readonly message: string;
  readonly href: string;
}

const signIn = { message: "Sign in again", href: "/login" };
const support = { message: "Write to us", href: "/contact" };
const registration = {
  message: "See how the registration stands",
  href: "/dashboard/settings/onchain",
};
const home = { message: "Go to Home", href: "/dashboard" };

const byReason: Readonly<Record<string, ProblemStep>> = {
  signed_out: signIn,
  token_invalid: signIn,
  membership_required: home,
  resource_missing: home,
  merchant_suspended: support,
  merchant_closed: support,
  tier_by_contact: support,
  merchant_not_registered: registration,
  registration_pending: registration,
  too_many_keys: { message: "See your keys", href: "/dashboard/developers/keys" },
  factor_missing: { message: "Turn it on", href: "/dashboard/settings/security" },
  mfa_required: { message: "Turn it on", href: "/dashboard/settings/security" },
  email_missing: { message: "See your invoices", href: "/dashboard/invoices" },
};

/** The page on which an error of the API is seen to; undefined where its words say what to do here. */
export function fixOf({ code, reason }: Pick<StipendError, "code" | "reason">) {
  if (Object.hasOwn(byReason, reason)) return byReason[reason];
  if (code === "api_error") return { message: "See whether everything works", href: "/status" };
  return undefined;
}
