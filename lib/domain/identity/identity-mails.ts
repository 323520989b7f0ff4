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
  step_up: { to: "continue in Stipend", heading: "Confirm that it is you" },
  email_change: { to: "sign in with this address", heading: "Confirm your new address" },
};

const SIGNED_OUT = "All other browsers were signed out.";

/** What was changed: the subject, what it means, and the heading where it is another. */
const changes: Readonly<
  Record<SecurityChange, { subject: string; heading?: string; text: string }>
> = {
  password_changed: { subject: "Your password was changed", text: SIGNED_OUT },
  email_changed: {
    subject: "The address of your account was changed",
    text: `The new one is used to sign in, and for mails like this. ${SIGNED_OUT}`,
  },
  new_browser: {
    subject: "Your account was signed in to from another browser",
    heading: "A browser that was not seen before",
    text: "A browser that was not used for your account in the last month has signed in.",
  },
  totp_enabled: {
    subject: "An authenticator app was added to your account",
    heading: "Your authenticator app is asked for from now on",
    text: SIGNED_OUT,
  },
  totp_disabled: {
    subject: "The authenticator app was removed from your account",
    heading: "Your authenticator app is no longer asked for",
    text: SIGNED_OUT,
  },
  recovery_code_used: {
    subject: "A recovery code was used to sign in",
    heading: "A recovery code was used",
    text: "It cannot be used again.",
  },
  recovery_codes_replaced: {
    subject: "Your recovery codes were replaced",
    text: "The old ones cannot be used any more.",
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
      preheader: `It is good until ${until}.`,
      heading,
      paragraphs: [
        "Enter this code in the window in which you asked for it.",
        "Stipend will never ask you for it. If you did not ask for a code, you don’t need to do anything.",
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
    preheader: "A sign-up with your address was tried.",
    heading: "You already have an account",
    paragraphs: [
      "A sign-up with this address was tried, perhaps by you. It has an account: sign in, with a code if you forgot the password.",
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
        ? "If it was not you, write to us at once: a code to the old address no longer signs in."
        : "If it was not you, choose another password now, with a code to this address, and sign all other browsers out.";
    return {
      ...frame(),
      preheader: "If it was not you, act now.",
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

const frame = (to = "/dashboard/settings/security") => ({
  isOurs: true as const,
  button: { label: "Open Stipend", to },
  footer: "You’re receiving this email because it concerns your account with Stipend.",
});
