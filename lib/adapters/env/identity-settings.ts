import { z } from "zod";
import { isP256Key } from "@/lib/adapters/identity/p256-key";
import type { PrivyApp } from "@/lib/core/identity/privy-app";

const localUrl = /^http:\/\/127\.0\.0\.1(?::\d+)?$/;

/** Where people have their accounts. */
export const identitySettings = {
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
