import { StipendError } from "@/sdk/src/errors";

/** Why something did not work, for whoever asked for it. */
export interface Problem {
  /** What went wrong, and what to do. */
  readonly text: string;
  readonly reason: string;
  /** The API's code, for programs and for support; undefined without an answer of the API. */
  readonly code: string | undefined;
  /** The field at fault. */
  readonly param: string | undefined;
  readonly requestId: string | undefined;
}

const texts: Readonly<Record<string, string>> = {
  credentials_wrong:
    "The e-mail address or the password is wrong. Try again, or sign in with a code by e-mail.",
  code_wrong:
    "The code is wrong, or is no longer good. Check it, or go back and ask for a new one.",
  password_guessable: "This password is easy to guess. Choose another one, such as four words.",
  signed_out: "You are signed out. Sign in again, then repeat this.",
  origin_mismatch: "This page is open under another address than its own. Open it anew.",
  step_up_required: "Confirm that it is you, then repeat this.",
};

/** What is said of an error of a request. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof StipendError)) {
    return {
      text: "No answer. Check your connection and try again.",
      reason: "offline",
      code: undefined,
      param: undefined,
      requestId: undefined,
    };
  }
  const { reason, param, requestId, details } = error;
  const [issue] = details.issues ?? [];
  const said = issue ? `${labelOf(param)} ${issue.message}.` : error.message;
  const text = error.code === "rate_limited" ? waitOf(error) : (texts[reason] ?? said);
  return { text, reason, code: error.code, param, requestId };
}

/** A field's name as a person reads it: `websiteUrl` is "Website URL". */
function labelOf(param: string | undefined): string {
  if (param === undefined) return "This";
  const words = param.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = words.replace(/\burl\b/g, "URL");
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}

function waitOf({ retryAfterSeconds = 60 }: StipendError): string {
  // A few seconds over a minute are a minute, to whoever waits.
  const minutes = Math.ceil((retryAfterSeconds - 10) / 60);
  const wait = minutes > 1 ? `${minutes} minutes` : "a minute";
  return `That was tried too often. Wait ${wait}, then try again.`;
}
