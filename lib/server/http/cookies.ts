import { timingSafeEqual } from "node:crypto";
import { keyHash, keyHashes, type Peppers } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { Refusal } from "@/lib/core/errors";
import type { ChallengePurpose } from "@/lib/core/identity/challenge-purposes";
import type { Browser } from "@/lib/domain/identity/browser";
import { DEVICE_SECONDS } from "@/lib/domain/identity/device";
import { addressNetworks, addressPrefix } from "./client-address";
import type { ApiRequest } from "./http";

type Settings = Pick<Env, "APP_URL">;

const isSecure = ({ APP_URL }: Settings) => new URL(APP_URL).protocol === "https:";
/** With the prefix no other host of the domain can set it. */
const nameOf = (config: Settings, name: string) => (isSecure(config) ? `__Host-${name}` : name);

/** What a browser has in a cookie; an empty text without one. */
function readCookie(
  config: Settings,
  name: string,
  { header }: Pick<ApiRequest, "header">,
): string {
  const wanted = `${nameOf(config, name)}=`;
  const parts = (header("cookie") ?? "").split(";").map((part) => part.trim());
  return parts.find((part) => part.startsWith(wanted))?.slice(wanted.length) ?? "";
}

/** Leaves a cookie with a browser: no script reads it, and no other site's page sends it. */
function writeCookie(
  config: Settings,
  name: string,
  { value, seconds }: { value: string; seconds: number },
): string {
  const secure = isSecure(config) ? "; Secure" : "";
  return `${nameOf(config, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

const SESSION_NAME = "stipend_session";
/** As long as a session may last. */
const MAX_AGE_SECONDS = 30 * 86_400;

/** How the cookie of a session is set, for a package that sets it by itself. */
export const sessionCookieParts = (config: Settings) => ({
  ...{ name: nameOf(config, SESSION_NAME), secure: isSecure(config), maxAge: MAX_AGE_SECONDS },
});

/** All cookies of a request by their names. */
export function cookiesOf({ header }: Pick<ApiRequest, "header">): Record<string, string> {
  const parts = (header("cookie") ?? "").split(";").map((part) => part.trim());
  return Object.fromEntries(
    parts.flatMap((part) => {
      const at = part.indexOf("=");
      return at > 0 ? [[part.slice(0, at), decoded(part.slice(at + 1))]] : [];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The token of the session that a browser has; null without one. */
export function sessionToken(
  config: Pick<Env, "APP_URL">,
  request: Pick<ApiRequest, "header">,
): string | null {
  const token = readCookie(config, SESSION_NAME, request);
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** Leaves a token with the browser, or takes it back. */
export function sessionCookie(config: Pick<Env, "APP_URL">, token: string | null): string {
  const seconds = token === null ? 0 : MAX_AGE_SECONDS;
  return writeCookie(config, SESSION_NAME, { value: token ?? "", seconds });
}

const DEVICE_NAME = "stipend_device";

/** What a browser shows of an earlier sign-in; null without it. */
export const deviceOf = (
  config: Pick<Env, "APP_URL">,
  request: Pick<ApiRequest, "header">,
): string | null => readCookie(config, DEVICE_NAME, request) || null;

/** Leaves with a browser that it has signed in. */
export const deviceCookie = (config: Pick<Env, "APP_URL">, device: string): string =>
  writeCookie(config, DEVICE_NAME, { value: device, seconds: DEVICE_SECONDS });

/** Each purpose has a cookie of its own. */
const passName = (purpose: ChallengePurpose) => `stipend_challenge_${purpose}`;
/** For so long a browser that has solved a challenge is asked for no other of the purpose. */
const LIFETIME_SECONDS = 600;

type PassSettings = Peppers & Pick<Env, "APP_URL">;

/** What a browser may do, and from where. */
interface Passage {
  readonly address: string;
  readonly purpose: ChallengePurpose;
}

const signedText = (expires: number, { address, purpose }: Passage) =>
  `challenge-pass:${expires}:${purpose}:${addressPrefix(address)}`;

/** What a browser that has solved a challenge gets; it is good for its purpose, and in its network alone. */
export function challengePass(
  config: PassSettings,
  passage: Passage,
  now = Date.now(),
): { cookie: string; expiresAt: Date } {
  const expires = Math.floor(now / 1_000) + LIFETIME_SECONDS;
  const signature = keyHash(config, signedText(expires, passage)).toString("base64url");
  const value = `${expires}.${signature}`;
  const cookie = writeCookie(config, passName(passage.purpose), {
    value,
    seconds: LIFETIME_SECONDS,
  });
  return { cookie, expiresAt: new Date(expires * 1_000) };
}

/** @throws Refusal `permission_denied` with `challenge_required` and the `purpose` that it is to be solved for */
export function requireChallengePass(
  config: PassSettings,
  request: Pick<ApiRequest, "header" | "address">,
  purpose: ChallengePurpose,
): void {
  const value = readCookie(config, passName(purpose), request);
  const [, expires = "0", signature = ""] = /^([0-9]{10})\.([\w-]{43})$/.exec(value) ?? [];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keyHashes(
    config,
    signedText(Number(expires), { address: request.address, purpose }),
  ).some((own) => own.length === given.length && timingSafeEqual(own, given));
  if (isOurs && Date.now() < Number(expires) * 1_000) return;
  throw new Refusal("permission_denied", "Solve a challenge first, and repeat the request.", {
    details: { reason: "challenge_required", purpose },
  });
}

/** A browser as the identity provider's verbs know it. */
export const browserOf = (config: Settings, request: ApiRequest): Browser => ({
  token: sessionToken(config, request),
  userAgent: request.header("user-agent"),
  addressPrefix: addressPrefix(request.address),
  device: deviceOf(config, request),
  networks: addressNetworks(request.address),
});
