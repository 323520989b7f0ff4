import type { Env } from "@/lib/adapters/env/env";
import type { ApiRequest } from "./http";

/** As long as a session may last. */
const MAX_AGE_SECONDS = 30 * 86_400;

const isSecure = ({ APP_URL }: Pick<Env, "APP_URL">) => new URL(APP_URL).protocol === "https:";
/** With the prefix no other host of the domain can set it. */
const nameOf = (config: Pick<Env, "APP_URL">) =>
  isSecure(config) ? "__Host-stipend_session" : "stipend_session";

/** The token of the session that a browser has; null without one. */
export function sessionToken(
  config: Pick<Env, "APP_URL">,
  { header }: Pick<ApiRequest, "header">,
): string | null {
  const wanted = `${nameOf(config)}=`;
  const parts = (header("cookie") ?? "").split(";").map((part) => part.trim());
  const token = parts.find((part) => part.startsWith(wanted))?.slice(wanted.length) ?? "";
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** Leaves a token with the browser, or takes it back: no script reads it, and no other site's page sends it. */
export function sessionCookie(config: Pick<Env, "APP_URL">, token: string | null): string {
  const age = token === null ? 0 : MAX_AGE_SECONDS;
  const secure = isSecure(config) ? "; Secure" : "";
  return `${nameOf(config)}=${token ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}
