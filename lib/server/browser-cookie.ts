import type { Env } from "@/lib/adapters/env/env";
import type { ApiRequest } from "./http";

type Settings = Pick<Env, "APP_URL">;

const isSecure = ({ APP_URL }: Settings) => new URL(APP_URL).protocol === "https:";
/** With the prefix no other host of the domain can set it. */
const nameOf = (config: Settings, name: string) => (isSecure(config) ? `__Host-${name}` : name);

/** What a browser has in a cookie; an empty text without one. */
export function readCookie(
  config: Settings,
  name: string,
  { header }: Pick<ApiRequest, "header">,
): string {
  const wanted = `${nameOf(config, name)}=`;
  const parts = (header("cookie") ?? "").split(";").map((part) => part.trim());
  return parts.find((part) => part.startsWith(wanted))?.slice(wanted.length) ?? "";
}

/** Leaves a cookie with a browser: no script reads it, and no other site's page sends it. */
export function writeCookie(
  config: Settings,
  name: string,
  { value, seconds }: { value: string; seconds: number },
): string {
  const secure = isSecure(config) ? "; Secure" : "";
  return `${nameOf(config, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
