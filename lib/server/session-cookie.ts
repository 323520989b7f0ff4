import type { Env } from "@/lib/adapters/env/env";
import { readCookie, writeCookie } from "./browser-cookie";
import type { ApiRequest } from "./http";

const NAME = "stipend_session";
/** As long as a session may last. */
const MAX_AGE_SECONDS = 30 * 86_400;

/** The token of the session that a browser has; null without one. */
export function sessionToken(
  config: Pick<Env, "APP_URL">,
  request: Pick<ApiRequest, "header">,
): string | null {
  const token = readCookie(config, NAME, request);
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** Leaves a token with the browser, or takes it back. */
export function sessionCookie(config: Pick<Env, "APP_URL">, token: string | null): string {
  const seconds = token === null ? 0 : MAX_AGE_SECONDS;
  return writeCookie(config, NAME, { value: token ?? "", seconds });
}
