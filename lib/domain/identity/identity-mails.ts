import { browserName } from "@/lib/core/identity/browser-name";
import type { CodePurpose, SecurityChange } from "@/lib/core/kinds";
import { formatDate, type Mail, rowIf } from "@/lib/domain/mails/mail";

/** What a mail with a code of the identity provider tells. */
type CodeFacts = {
  purpose: CodePurpose;
  /** Sealed: what is stored of a mail does not sign anybody in. */
  code: string;
  /** ISO 8601. */
  expiresAt: string;
};

/** What a mail about a change of an account tells. */
type SecurityFacts = {
  change: SecurityChange;
  userAgent: string | null;
  addressPrefix: string | null;
  /** ISO 8601. */
  at: string;
};

/**
 * What codes are for, and the pages that a code's link can fill it in on: what else asks for one is a dialog of a page
 * that is open.
 */
const codes: Readonly<Record<CodePurpose, { to: string; heading: string; page?: string }>> = {
  sign_up: { to: "sign up with Stipend", heading: "Confirm your address", page: "/signup" },
  sign_in: { to: "sign in to Stipend", heading: "Sign in to Stipend", page: "/login" },
  reset: { to: "reset your password", heading: "Reset your password", page: "/login" },
  step_up: { to: "continue in Stipend", heading: "Confirm it’s you" },
  email_change: { to: "sign in with this address", heading: "Confirm your new address" },
};

const SIGNED_OUT = "Your other sessions were signed out.";

/** What was changed: the subject, what it means, and the heading where it is another. */
const changes: Readonly<
  Record<SecurityChange, { subject: string; heading?: string; text: string }>
> = {
  password_changed: { subject: "Your password was changed", text: SIGNED_OUT },
  email_changed: {
    subject: "Your email address was changed",
    text: `From now on, use the new address to sign in. We also send emails like this one there. ${SIGNED_OUT}`,
  },
  new_browser: {
    subject: "New sign-in to your account",
    heading: "New sign-in from an unfamiliar browser",
    text: "Your account was signed in to from a browser that you haven’t used in the last month.",
  },
  totp_enabled: {
    subject: "An authenticator app was added to your account",
    heading: "Two-factor authentication is on",
    text: SIGNED_OUT,
  },
  totp_disabled: {
    subject: "The authenticator app was removed from your account",
    heading: "Two-factor authentication is off",
    text: SIGNED_OUT,
  },
  passkey_added: { subject: "A passkey was added to your account", text: SIGNED_OUT },
  passkey_removed: { subject: "A passkey was removed from your account", text: SIGNED_OUT },
  passkey_copied: {
    subject: "A passkey of your account was turned off",
    heading: "There is a copy of your passkey",
    text: "One of your passkeys was used with a count that was used before, so it exists twice. We didn’t accept it, turned it off, and signed you out everywhere. Remove it under Security, and add a new one.",
  },
  identity_linked: {
    subject: "An account elsewhere was linked to your account",
    text: "From now on, it signs in to your account.",
  },
  identity_unlinked: {
    subject: "An account elsewhere was unlinked from your account",
    text: `It no longer signs in to your account. ${SIGNED_OUT}`,
  },
  recovery_code_used: {
    subject: "A recovery code was used to sign in",
    heading: "A recovery code was used",
    text: "This code can’t be used again.",
  },
  recovery_codes_replaced: {
    subject: "Your recovery codes were replaced",
    text: "Your old codes no longer work.",
  },
};

/**
 * A requested code. The link only fills it in, in the browser that asked. A program that opens links before the reader
 * neither uses the code up, nor is sent the part behind the `#`.
 */
export const codeMail: Mail<CodeFacts> = {
  kind: "identity_code",
  subject: ({ purpose, code }, { openCode }) =>
    `${openCode(code) ?? UNREADABLE} is your code to ${codes[purpose].to}`,
  body({ purpose, code, expiresAt }, { openCode }) {
    const opened = openCode(code);
    const until = formatDate(expiresAt);
    const { heading, page } = codes[purpose];
    const fragment = opened === null ? "" : `#code=${opened}`;
    return {
      ...frame(),
      preheader: `The code expires at ${until}.`,
      heading,
      paragraphs: [
        "Enter this code in the window where you requested it.",
        "Stipend will never ask you for it. If you didn’t request a code, you don’t need to do anything.",
      ],
      code: { label: "Code", value: opened ?? UNREADABLE },
      facts: [["Expires", until]],
      ...(page && { button: { label: "Enter the code", to: `${page}${fragment}` } }),
    };
  },
  stillTrue: {
    otherwise: "code_expired",
    holds: async (_, { expiresAt }) => !(Date.parse(expiresAt) <= Date.now()),
  },
};

const UNREADABLE = "––––––";

/** That the address of a sign-up has an account already. */
export const accountExistsMail: Mail<object> = {
  kind: "identity_account_exists",
  subject: () => "You already have an account with Stipend",
  body: () => ({
    ...frame("/login"),
    preheader: "Your address was used to sign up.",
    heading: "You already have an account",
    paragraphs: [
      "Your address was used to sign up, perhaps by you. You already have an account: sign in, with a code if you forgot your password.",
    ],
  }),
};

/** That something was changed with which an account is signed in to. */
export const securityMail: Mail<SecurityFacts> = {
  kind: "identity_security",
  subject: ({ change }) => changes[change].subject,
  body({ change, userAgent, addressPrefix, at }) {
    const { subject, heading = subject, text } = changes[change];
    // An owner who has lost the address cannot be mailed a code there.
    const warning =
      change === "email_changed"
        ? "If this wasn’t you, contact us immediately: you can no longer sign in with a code sent to the old address."
        : "If this wasn’t you, reset your password now with a code sent to this address, and sign out your other sessions.";
    return {
      ...frame(),
      preheader: "If this wasn’t you, act now.",
      heading,
      paragraphs: [text, warning],
      facts: [
        ["When", formatDate(at)],
        ...rowIf("Network", addressPrefix),
        ...rowIf("Browser", userAgent === null ? null : browserName(userAgent)),
      ],
    };
  },
};

/** What a mail about a locked sign-in tells. */
type SignInLockedFacts = {
  /** Where support answers; null where only the contact form is there. */
  supportEmail: string | null;
  /** ISO 8601. */
  at: string;
};

/** That an operator locked a sign-in. It gives no reason, which may concern others. */
export const signInLockedMail: Mail<SignInLockedFacts> = {
  kind: "sign_in_locked",
  subject: () => "Your sign-in to Stipend was locked",
  body: ({ supportEmail, at }) => ({
    ...frame(),
    preheader: "Contact us to have it unlocked.",
    heading: "Your sign-in was locked",
    paragraphs: [
      "An operator of this Stipend installation locked your sign-in. You’ve been signed out everywhere, and you can’t sign in until it’s unlocked. API keys of your business keep working.",
      supportEmail === null
        ? "To ask why, or to have it unlocked, contact us with the contact form."
        : `To ask why, or to have it unlocked, reply to this email or write to ${supportEmail}.`,
    ],
    facts: [["When", formatDate(at)]],
    button: { label: "Contact us", to: "/contact" },
    ...(supportEmail !== null && { replyTo: supportEmail }),
  }),
};

const frame = (to = "/dashboard/settings/security") => ({
  isOurs: true as const,
  button: { label: "Open Stipend", to },
  footer: "You’re receiving this email because it concerns your account with Stipend.",
});
