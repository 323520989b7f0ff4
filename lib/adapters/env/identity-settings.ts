import { z } from "zod";
import { isP256Key } from "@/lib/adapters/identity/p256-key";
import type { PrivyApp } from "@/lib/core/identity/privy-app";

const localUrl = /^http:\/\/127\.0\.0\.1(?::\d+)?$/;

const issuerUrl = z
  .url()
  .refine((text) => text.startsWith("https://") || localUrl.test(text), "https://")
  .transform((text) => text.replace(/\/$/, ""));
const clientPart = z.string().min(1).max(500).optional();

/** Where people have their accounts, and what else they may sign in with. */
export const identitySettings = {
  SIGN_UP: z.enum(["open", "closed"]).default("open"),
  GOOGLE_CLIENT_ID: clientPart,
  GOOGLE_CLIENT_SECRET: clientPart,
  GITHUB_CLIENT_ID: clientPart,
  GITHUB_CLIENT_SECRET: clientPart,
  MICROSOFT_CLIENT_ID: clientPart,
  MICROSOFT_CLIENT_SECRET: clientPart,
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "the id of a tenant")
    .optional(),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: clientPart,
  OIDC_CLIENT_SECRET: clientPart,
  OIDC_NAME: z.string().min(1).max(40).default("single sign-on"),
  IDENTITY_PROVIDER: z.enum(["embedded", "privy"]).default("embedded"),
  PRIVY_APP_ID: z
    .string()
    .regex(/^[\w-]{5,100}$/, "the id of an app at Privy")
    .optional(),
  PRIVY_APP_SECRET: z.string().min(16, "at least 16 characters").optional(),
  PRIVY_VERIFICATION_KEY: z
    .string()
    .refine(isP256Key, "the app's verification key: a P-256 public key in PEM")
    .optional(),
  PRIVY_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "whsec_ and a key in base64")
    .optional(),
  PRIVY_API_URL: z
    .url()
    .refine((text) => text.startsWith("https://") || localUrl.test(text), "https://")
    .transform((text) => text.replace(/\/$/, ""))
    .default("https://api.privy.io"),
  PRIVY_AUTH_URL: z
    .url()
    .refine((text) => text.startsWith("https://") || localUrl.test(text), "https://")
    .transform((text) => text.replace(/\/$/, ""))
    .default("https://auth.privy.io"),
};

type Settings = z.output<z.ZodObject<typeof identitySettings>>;

/** Where people sign in at Privy; null where they have their accounts here. */
export function privyApp({
  IDENTITY_PROVIDER,
  PRIVY_APP_ID,
  PRIVY_AUTH_URL,
}: Pick<Settings, "IDENTITY_PROVIDER" | "PRIVY_APP_ID" | "PRIVY_AUTH_URL">): PrivyApp | null {
  if (IDENTITY_PROVIDER !== "privy" || PRIVY_APP_ID === undefined) return null;
  return { appId: PRIVY_APP_ID, authUrl: PRIVY_AUTH_URL };
}

/** What Privy needs, where it is chosen. */
export interface PrivyKeys {
  readonly appId: string;
  readonly appSecret: string;
  readonly verificationKey: string;
}

/**
 * What is needed to ask Privy; null where people have their accounts here.
 * @throws Error when a part is not set
 */
export function privyKeys(settings: Settings): PrivyKeys | null {
  if (settings.IDENTITY_PROVIDER !== "privy") return null;
  const { PRIVY_APP_ID, PRIVY_APP_SECRET, PRIVY_VERIFICATION_KEY } = settings;
  const parts = { PRIVY_APP_ID, PRIVY_APP_SECRET, PRIVY_VERIFICATION_KEY };
  const unset = Object.entries(parts).flatMap(([name, value]) => (value ? [] : [name]));
  if (PRIVY_APP_ID && PRIVY_APP_SECRET && PRIVY_VERIFICATION_KEY) {
    return {
      appId: PRIVY_APP_ID,
      appSecret: PRIVY_APP_SECRET,
      verificationKey: PRIVY_VERIFICATION_KEY,
    };
  }
  throw new Error(`IDENTITY_PROVIDER=privy needs ${unset.join(", ")}`);
}

/** What belongs together. */
const providerParts = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET", "MICROSOFT_TENANT"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
] as const;

/** @throws Error when a part of a provider's settings is not set, or Privy is to have all accounts */
export function checkProviders(settings: Settings): void {
  for (const parts of providerParts) {
    const unset = parts.filter((name) => settings[name] === undefined);
    if (unset.length === parts.length) continue;
    if (unset.length > 0)
      throw new Error(`${parts.join(", ")} are set together: ${unset.join(", ")}`);
    if (settings.IDENTITY_PROVIDER === "embedded") continue;
    throw new Error(
      `${parts[0]} is for accounts of our own: unset it with IDENTITY_PROVIDER=privy`,
    );
  }
}
