import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { hasUserInfo } from "@/lib/core/text/user-info";

const placeholder = "{SESSION_ID}";
const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Checks where a payer is sent back to: https, or http for this machine in test mode; no user info.
 * @throws Refusal `invalid_request` naming the field
 */
export function checkReturnUrl(param: string, text: string | undefined, mode: Mode): void {
  if (text === undefined || isReturnUrl(text, mode)) return;
  throw invalidRequest(
    param,
    `${param} must be an https URL without user info, with {SESSION_ID} behind its host only; http is for localhost in test mode.`,
    { reason: "url_not_allowed" },
  );
}

/** Whether a payer may be sent there. */
export function isReturnUrl(text: string, mode: Mode): boolean {
  // Any value of the placeholder must lead to the same host.
  const [url, other] = ["a", "b"].map((id) => URL.parse(text.replaceAll(placeholder, id)));
  if (!url || hasUserInfo(text) || url.origin !== other?.origin) return false;
  const local = url.protocol === "http:" && mode === "test" && localHosts.has(url.hostname);
  return url.protocol === "https:" || local;
}

/** A URL with the session's id in place of `{SESSION_ID}`. */
export function fillSessionId(template: string, sessionId: string): string {
  return template.replaceAll(placeholder, sessionId);
}

/** The URL after a payment: the session's id in place of `{SESSION_ID}`, or appended as `session_id`. */
export function successUrlFor(template: string, sessionId: string): string {
  if (template.includes(placeholder)) return fillSessionId(template, sessionId);
  const url = new URL(template);
  url.searchParams.set("session_id", sessionId);
  return url.toString();
}
