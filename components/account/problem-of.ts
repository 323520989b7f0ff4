import { formatInstant, readZone } from "@/components/ui/time/local-time";
import { toDecimal } from "@/lib/core/amounts/money";
import { StipendError } from "@/sdk/src/errors";
import { PasskeyProblem } from "./passkey-problem";

/** What is to be done, and the page for it. */
interface ProblemStep {
  readonly message: string;
  readonly href: string;
}

const signIn = { message: "Sign in again", href: "/login" };
const support = { message: "Contact us", href: "/contact" };
const registration = {
  message: "See registration status",
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
  no_active_product: { message: "Open products", href: "/dashboard/storefront/products" },
};

/** The page on which an error of the API is seen to; undefined where its words say what to do here. */
function fixOf({ code, reason, details }: Pick<StipendError, "code" | "reason" | "details">) {
  if (details.registryStatus === "suspended") return registration;
  if (Object.hasOwn(byReason, reason)) return byReason[reason];
  if (code === "api_error") return { message: "Check status", href: "/status" };
  return undefined;
}

/** Why a request failed, as shown to the user. */
export interface Problem {
  /** What went wrong, and what to do. */
  readonly text: string;
  readonly reason: string;
  /** The API's code, for programs and for support; undefined without an answer of the API. */
  readonly code: string | undefined;
  /** The field at fault. */
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  /** What is to be done first, each with the page for it. */
  readonly steps?: readonly ProblemStep[];
  /** The page on which it is seen to, where that is another one. */
  readonly fix?: ProblemStep | undefined;
}

const texts: Readonly<Record<string, string>> = {
  credentials_wrong:
    "The email address or the password is wrong. Try again, or sign in with a code by email.",
  code_wrong: "That code is wrong or has expired. Check it, or go back and ask for a new one.",
  identity_unverified:
    "The other provider hasn’t verified your email address. Verify it there, or sign in another way.",
  identity_taken: "That account is linked to another account here. Unlink it there first.",
  link_required:
    "Your email address already has an account here. Sign in to it, then link the other account under Security.",
  address_taken:
    "That email address already has an account here. Sign in to it with a code, or another way.",
  link_expired: "Linking took too long. Try again.",
  challenge_required: "Signing in took too long. Try again.",
  passkey_wrong: "That passkey isn’t accepted here. Try another one, or sign in another way.",
  password_wrong: "That’s not your current password.",
  password_guessable: "This password is easy to guess. Choose another one, such as four words.",
  signed_out: "You’re signed out. Sign in again, then try again.",
  identity_unavailable:
    "The sign-in service didn’t accept this. Check what you entered and try again in a moment.",
  origin_mismatch:
    "This page was opened at the wrong address. Open it again from the dashboard’s own address.",
  sign_up_closed: "This installation is closed. New accounts and businesses can’t be created.",
  fees_off: "This installation takes no fees, so there’s no plan to choose.",
  tier_by_contact: "This plan is arranged individually. Contact us about it.",
  merchant_closed: "This business is closed and can no longer be changed.",
  registration_pending:
    "Your business is being registered on-chain. Wait a few minutes, then try again.",
  step_up_required: "Confirm it's you to continue.",
  slug_taken: "Another shop has this address. Choose a different one.",
  slug_reserved: "This address is reserved. Choose a different one.",
  no_active_product: "Your shop has no product on sale. Put one on sale, then publish.",
  already_admin: "An admin user already has this address. Change their role or status in the list.",
  own_admin_user: "You can’t change your own role or status. Ask another super admin.",
  last_super_admin: "One active super admin must remain. Make another person a super admin first.",
  role_missing: "Your role doesn’t allow this. Ask a super admin.",
  admin_session_over: "Your admin session has ended. Sign in again, then try again.",
  live_mode_ineligible: "This business can’t use live mode yet. Still missing:",
};

/* Of a business whose account is active. */
const SUSPENDED_ONCHAIN =
  "The network still has this business suspended, so you can’t create anything new. After a reactivation this usually ends within minutes.";
const CLOSED_ONCHAIN =
  "The network has this business closed, so you can’t create anything new. Contact us about it.";

/** What is said of a reason by itself. */
export const textOfReason = (reason: string): string | undefined => texts[reason];

/** The field at fault, where the API does not name it, so that an attacker does not learn which of two is wrong. */
const fieldOfReason: Readonly<Record<string, string>> = {
  credentials_wrong: "password",
  code_wrong: "code",
};

/** What is said of an error of a request. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof StipendError)) {
    const isPasskey = error instanceof PasskeyProblem;
    return {
      text: isPasskey
        ? error.message
        : "The server didn’t answer. Check your connection and try again.",
      reason: isPasskey ? "passkey_declined" : "offline",
      code: undefined,
      param: undefined,
      requestId: undefined,
    };
  }
  const { reason, requestId, details } = error;
  const param = error.param ?? fieldOfReason[reason];
  const [issue] = details.issues ?? [];
  const said = issue ? `${labelOf(param)} ${issue.message}.` : error.message;
  const text = textOf(error) ?? texts[reason] ?? said;
  const steps = stepsOf(details.reasons);
  return { text, reason, code: error.code, param, requestId, steps, fix: fixOf(error) };
}

/** What is said of refusals by their details. */
function textOf(error: StipendError): string | undefined {
  const { refundable, restsUntil, registryStatus } = error.details;
  if (error.code === "rate_limited") return waitOf(error);
  if (registryStatus === "suspended") return SUSPENDED_ONCHAIN;
  if (registryStatus === "closed") return CLOSED_ONCHAIN;
  if (error.reason === "exceeds_refundable" && typeof refundable === "string") {
    const left = refundable === "0" ? "Nothing" : `Only ${toDecimal(BigInt(refundable))}`;
    return `${left} is left to refund: the rest is pending or refunded.`;
  }
  if (error.reason === "slug_resting" && typeof restsUntil === "string") {
    return restingSlug(restsUntil);
  }
}

/** What is said of a shop's address that rests. */
export const restingSlug = (restsUntil: string) =>
  `Another shop used this address recently. It will be available on ${timeOf(restsUntil)}.`;

/** An instant in the reader's time zone, which it names. */
const timeOf = (iso: string) => formatInstant(iso, "full", "en", readZone());

/** What the API says stands in the way; only pages of our own are linked to. */
function stepsOf(reasons: unknown): ProblemStep[] {
  if (!Array.isArray(reasons)) return [];
  return reasons.flatMap((reason: { message?: unknown; action?: { href?: unknown } }) => {
    const { message, action } = reason;
    const href = action?.href;
    const isOwn = typeof href === "string" && /^\/[a-z]/.test(href);
    return typeof message === "string" && isOwn ? [{ message, href }] : [];
  });
}

/** A field's name as a person reads it: `websiteUrl` is "Website URL". */
function labelOf(param: string | undefined): string {
  if (param === undefined) return "This";
  const words = param.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = words.replace(/\burl\b/g, "URL");
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}

function waitOf({ retryAfterSeconds = 60 }: StipendError): string {
  // Round down a few seconds over a minute.
  const minutes = Math.ceil((retryAfterSeconds - 10) / 60);
  const wait = minutes > 1 ? `${minutes} minutes` : "a minute";
  return `Too many attempts. Wait ${wait}, then try again.`;
}
