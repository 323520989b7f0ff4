import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";

const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Checks where a payer is sent back to: https, or http for this machine in test mode; no user info.
 * @throws Refusal `invalid_request` naming the field
 */
export function checkReturnUrl(param: string, text: string | undefined, mode: Mode): void {
  if (text === undefined || isReturnUrl(text, mode)) return;
  throw invalidRequest(
    param,
    "Use an https URL without user info; http is for localhost in test mode.",
    { reason: "url_not_allowed" },
  );
}

/** Whether a payer may be sent there. */
export function isReturnUrl(text: string, mode: Mode): boolean {
  // The placeholder's braces are not URL characters, and it may not move the host.
  const url = URL.parse(text.replaceAll("{SESSION_ID}", "SESSION_ID"));
  if (!url || url.username || url.password) return false;
  const local = url.protocol === "http:" && mode === "test" && localHosts.has(url.hostname);
  return url.protocol === "https:" || local;
}

/** The return URL with the session's id in place of `{SESSION_ID}`, or appended as `session_id`. */
export function returnUrlFor(template: string, sessionId: string): string {
  if (template.includes("{SESSION_ID}")) return template.replaceAll("{SESSION_ID}", sessionId);
  const url = new URL(template);
  url.searchParams.set("session_id", sessionId);
  return url.toString();
}
