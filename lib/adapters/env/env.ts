import { z } from "zod";
import type { Hex } from "@/lib/core/hex";
import { apiKeyPattern } from "@/lib/core/key-format";

const privateKeys = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(z.string().regex(/^0x[0-9a-fA-F]{64}$/, "0x and 64 hex characters, comma-separated")),
  )
  .transform((keys) => keys as Hex[]);
const urls = z
  .string()
  .optional()
  .transform(
    (text) =>
      text
        ?.split(",")
        .map((url) => url.trim())
        .filter(Boolean) ?? [],
  )
  .pipe(z.array(z.url({ protocol: /^https?$/ })));
const secretKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, "32 random bytes in base64");
const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((text) => text === "1");
const integer = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback);
const platformKey = z.string().regex(apiKeyPattern).optional();

/** Every setting that the app reads from its environment. The README describes them. */
export const envSchema = z.object({
  APP_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, "")),
  PORT: integer(3000),
  HOST: z.string().optional(),
  DATABASE_URL: z.string().startsWith("postgres"),
  DATABASE_POOL: integer(20),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  STIPEND_SECRET_KEY: secretKey,
  STIPEND_SECRET_KEY_PREVIOUS: secretKey.optional(),
  API_KEY_PEPPER: secretKey,
  API_KEY_PEPPER_PREVIOUS: secretKey.optional(),
  TEST_CHAIN: z.string().default("local"),
  TEST_RPC_URLS: urls,
  TEST_PUBLIC_RPC_URLS: urls,
  TEST_DEPLOYMENT: z.string().min(1),
  TEST_FINALITY_DEPTH: z.coerce.number().int().positive().optional(),
  LIVE_CHAIN: z.string().default("local"),
  LIVE_RPC_URLS: urls,
  LIVE_PUBLIC_RPC_URLS: urls,
  LIVE_DEPLOYMENT: z.string().min(1).optional(),
  LIVE_FINALITY_DEPTH: z.coerce.number().int().positive().optional(),
  RELAYER_PRIVATE_KEYS: privateKeys,
  OPERATOR_PRIVATE_KEY: privateKeys,
  FAUCET_PRIVATE_KEY: privateKeys,
  RELAY_MAX_FEE_GWEI: z.coerce.number().positive().default(100),
  RELAY_MIN_AMOUNT: integer(0),
  RELAY_BATCH_MAX: z.coerce.number().int().min(1).max(60).default(50),
  RELAY_BATCH_WAIT_MS: integer(100),
  RELAY_DAILY_ITEMS_PER_MERCHANT: integer(100_000),
  RELAY_DAILY_ITEMS_PER_PAYER: integer(1_000),
  RELAY_DAILY_ITEMS_PER_ADDRESS: integer(10_000),
  SCREENING_LIST: z.string().optional(),
  STIPEND_PLATFORM_KEY_TEST: platformKey,
  STIPEND_PLATFORM_KEY_LIVE: platformKey,
  INNGEST_SIGNING_KEY: z.string().startsWith("signkey-"),
  INNGEST_EVENT_KEY: z.string().min(8),
  INNGEST_BASE_URL: z.url().optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  TRUST_PROXY_HOPS: integer(0),
  WEBHOOK_ALLOW_PRIVATE: flag,
});
export type Env = z.output<typeof envSchema>;

/**
 * Reads and checks the environment.
 * @throws Error naming each setting that is unset or malformed, without its value
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = envSchema.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment is not complete:\n${lines.join("\n")}`);
}
