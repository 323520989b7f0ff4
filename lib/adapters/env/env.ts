import { z } from "zod";
import { isTurnstileTestSecret } from "@/lib/adapters/challenge/turnstile";
import { isP256Key } from "@/lib/adapters/identity/p256-key";
import type { Hex } from "@/lib/core/chain/hex";
import { apiKeyPattern } from "@/lib/core/identity/key-format";
import { parseMailbox } from "@/lib/core/mails/mailbox";
import { tiers } from "@/lib/core/merchants/merchant-states";
import { platformFees } from "@/lib/core/merchants/platform-fees";
import { alertFormats } from "@/lib/core/operations/alert-kinds";
import { hasUserInfo } from "@/lib/core/text/user-info";
import { appUrl, databaseUrl, mailAddress, smtpUrl } from "./addresses";
import {
  chainSettingsSchema,
  chainsNamedIn,
  list,
  type NamedChains,
  namedChainSettings,
} from "./chain-settings";
import { checkKeys } from "./check-keys";
import { checkProviders, identitySettings, privyKeys } from "./identity-settings";
import { checkWallets, walletLimits, walletSettings } from "./wallet-settings";

const privateKeys = list
  .default([])
  .pipe(
    z.array(z.string().regex(/^0x[0-9a-fA-F]{64}$/, "0x and 64 hex characters, comma-separated")),
  )
  .transform((keys) => keys as Hex[]);
/** A rate with at most six decimals, in millionths. */
const rate = (fallback: string) =>
  z
    .string()
    .regex(/^(?!0*(\.0*)?$)[0-9]{1,4}(\.[0-9]{1,6})?$/, "above 0, at most six decimals")
    .default(fallback)
    .transform((text) => {
      const [whole = "0", fraction = ""] = text.split(".");
      return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
    });
const secretKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, "32 random bytes in base64");
/** Newest first. */
const secretKeys = list.pipe(z.array(secretKey)).optional();
const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((text) => text === "1");
const integer = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback);
const hours = (fallback: number, least: number) =>
  z.coerce.number().int().min(least).max(8_760).default(fallback);
const days = (fallback: number, least: number) =>
  z.coerce.number().int().min(least).max(3_650).default(fallback);
const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
const platformKey = z.string().regex(apiKeyPattern).optional();

/** Where GitHub publishes the keys with which it signs what it found. */
const githubKeysUrl = "https://api.github.com/meta/public_keys/secret_scanning";

/** Every setting that the app reads from its environment. `docs/configuration.md` describes them. */
export const envSchema = z.object({
  APP_URL: appUrl,
  PORT: integer(3000),
  HOST: z.string().optional(),
  MAX_CONNECTIONS: z.coerce.number().int().min(100).max(1_000_000).default(10_000),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL: integer(20),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  STIPEND_SECRET_KEY: secretKey,
  STIPEND_SECRET_KEY_PREVIOUS: secretKeys,
  STIPEND_SECRET_KEY_NEXT: secretKey.optional(),
  API_KEY_PEPPER: secretKey,
  API_KEY_PEPPER_PREVIOUS: secretKeys,
  API_KEY_PEPPER_NEXT: secretKey.optional(),
  ...chainSettingsSchema,
  RELAYER_PRIVATE_KEYS: privateKeys,
  OPERATOR_PRIVATE_KEY: privateKeys,
  AGENT_PRIVATE_KEY: privateKeys,
  EUR_USD_RATE: rate("1.25"),
  FAUCET_PRIVATE_KEY: privateKeys,
  RELAY_MAX_FEE_GWEI: z.coerce.number().positive().default(100),
  RELAY_MIN_AMOUNT: integer(0),
  RELAY_BATCH_MAX: z.coerce.number().int().min(1).max(60).default(50),
  RELAY_BATCH_WAIT_MS: integer(100),
  RELAY_DAILY_ITEMS_PER_MERCHANT: integer(100_000),
  RELAY_DAILY_ITEMS_PER_PAYER: integer(1_000),
  RELAY_DAILY_ITEMS_PER_ADDRESS: integer(10_000),
  ...walletLimits,
  SCREENING_LIST: z.string().optional(),
  SCREENING_WATCHLIST: z.string().optional(),
  SCREENING_MAX_AGE_HOURS: integer(168),
  SCREENING_WALLETS_PER_MINUTE: integer(2_000),
  HOLD_RELEASE: z.enum(["operator", "merchant"]).default("operator"),
  STIPEND_PLATFORM_KEY_TEST: platformKey,
  STIPEND_PLATFORM_KEY_LIVE: platformKey,
  DEMO_API_KEY: z.string().regex(apiKeyPattern).startsWith("sk_test_").optional(),
  DEMO_INBOX_URL: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }).optional(),
  IDENTITY_TEST_ISSUER_KEY: z
    .string()
    .refine(isP256Key, "a P-256 public key, SubjectPublicKeyInfo in base64")
    .optional(),
  ...identitySettings,
  ...walletSettings,
  TURNSTILE_SITE_KEY: z
    .string()
    .regex(/^[\w-]{10,100}$/, "a site key of Cloudflare")
    .optional(),
  TURNSTILE_SECRET_KEY: z
    .string()
    .regex(/^[\w-]{10,100}$/, "a secret of Cloudflare")
    .optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_DAILY_PER_STRANGER: integer(5),
  MAIL_DAILY_PER_MERCHANT: integer(500),
  EMAIL_FROM: z
    .string()
    .refine((text) => parseMailbox(text) !== null, "an address, or Name <address>")
    .optional(),
  SELF_SERVICE_TIERS: z
    .string()
    .default(tiers.join(","))
    .transform((text) =>
      text
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(tiers))),
  PLATFORM_FEES: z.enum(platformFees).default("on"),
  SUPPORT_EMAIL: mailAddress.optional(),
  ADMIN_BOOTSTRAP_EMAIL: mailAddress.optional(),
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: "an http or https URL" })
    .refine((text) => !hasUserInfo(text), "a URL without a user name or password")
    .optional(),
  ALERT_WEBHOOK_FORMAT: z.enum(alertFormats).default("standard"),
  SECRET_SCANNING_KEYS_URL: z.url({ protocol: /^https?$/ }).default(githubKeysUrl),
  METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
  INNGEST_SIGNING_KEY: z.string().startsWith("signkey-"),
  INNGEST_EVENT_KEY: z.string().min(8),
  INNGEST_BASE_URL: z.url().optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  TRUST_PROXY_HOPS: integer(0),
  WEBHOOK_ALLOW_PRIVATE: flag,
  SHUTDOWN_DELAY_MS: integer(3000),
  // The least periods are what the API promises, or what work that is still open may take.
  RETENTION_IDEMPOTENCY_HOURS: hours(72, 72),
  RETENTION_RATE_BUCKET_HOURS: hours(1, 1),
  RETENTION_OUTBOX_HOURS: hours(1, 1),
  RETENTION_BODY_DAYS: days(30, 1),
  RETENTION_EVENT_DAYS: days(90, 7),
  RETENTION_RAW_TRANSACTION_DAYS: days(30, 7),
  RETENTION_SUBMISSION_DAYS: days(30, 30),
  RETENTION_REQUEST_LOG_DAYS: days(30, 1),
  RETENTION_MAIL_DAYS: days(30, 7),
});
export type Env = z.output<typeof envSchema> & {
  /** What is said of single chains of a mode. */
  readonly NAMED_CHAINS?: NamedChains;
};

const isLocal = ({ TEST_CHAIN, LIVE_CHAIN }: Pick<Env, "TEST_CHAIN" | "LIVE_CHAIN">) =>
  [...TEST_CHAIN, ...LIVE_CHAIN].every((name) => name === "local");

/** The holder of the private key can sign in as any user. */
function checkTestIssuer({ IDENTITY_TEST_ISSUER_KEY, ...chains }: Env): void {
  if (IDENTITY_TEST_ISSUER_KEY === undefined || isLocal(chains)) return;
  throw new Error("IDENTITY_TEST_ISSUER_KEY is for the local chain: unset it");
}

/** The demo's pages show the key to anyone who opens them on this machine: it must be worth nothing. */
function checkDemoKey({ DEMO_API_KEY, APP_URL, TEST_CHAIN, LIVE_CHAIN }: Env): void {
  if (DEMO_API_KEY === undefined) return;
  if (!isLocal({ TEST_CHAIN, LIVE_CHAIN })) {
    throw new Error("DEMO_API_KEY is for the local chain: unset it, or leave both chains local");
  }
  if (!localHosts.has(new URL(APP_URL).hostname)) {
    throw new Error("DEMO_API_KEY is for this machine alone: unset it, or set APP_URL to it");
  }
}

/** Anybody passes with the secrets that are published for tests. */
function checkTurnstile({
  TURNSTILE_SITE_KEY,
  TURNSTILE_SECRET_KEY: secret,
  ...chains
}: Env): void {
  if ((TURNSTILE_SITE_KEY === undefined) !== (secret === undefined)) {
    throw new Error("Turnstile needs both TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY");
  }
  if (secret === undefined || !isTurnstileTestSecret(secret) || isLocal(chains)) return;
  throw new Error("TURNSTILE_SECRET_KEY is one for tests, with which anybody passes");
}

/** Once payments are worth something, the operator decides what merchants pay. */
function checkTiers({ LIVE_CHAIN, PLATFORM_FEES }: Env, { SELF_SERVICE_TIERS }: Source): void {
  if (PLATFORM_FEES === "off" && SELF_SERVICE_TIERS !== undefined) {
    throw new Error("SELF_SERVICE_TIERS is for installations that take fees: unset it");
  }
  if (SELF_SERVICE_TIERS !== undefined || PLATFORM_FEES === "off") return;
  if (LIVE_CHAIN.every((name) => name === "local")) return;
  throw new Error(
    "SELF_SERVICE_TIERS is not set: say which tiers merchants of a public chain may choose by themselves",
  );
}

/** A mail server wants a sender, and a sender without a mail server would seem to be one that mails. */
function checkMail({ SMTP_URL, EMAIL_FROM }: Env): void {
  if ((SMTP_URL === undefined) === (EMAIL_FROM === undefined)) return;
  const [set, unset] = SMTP_URL ? ["SMTP_URL", "EMAIL_FROM"] : ["EMAIL_FROM", "SMTP_URL"];
  throw new Error(`${set} is set and ${unset} is not: mail needs both`);
}

/** A format by itself would seem to say that alerts are sent. */
function checkAlerts({ ALERT_WEBHOOK_FORMAT: format, ALERT_WEBHOOK_URL: url }: Source): void {
  if (format === undefined || url !== undefined) return;
  throw new Error("ALERT_WEBHOOK_FORMAT is set and ALERT_WEBHOOK_URL is not: set both or none");
}

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the environment.
 * @throws Error naming each setting that is unset, malformed or not allowed here, without its value
 */
export function readEnv(source: Source = process.env): Env {
  const present: Source = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== ""),
  );
  const [result, named] = [
    envSchema.safeParse(present),
    z.object(namedChainSettings(present)).safeParse(present),
  ];
  if (result.success && named.success) {
    const ofAll = [checkDemoKey, checkKeys, checkTestIssuer, checkMail, checkTurnstile];
    for (const check of [...ofAll, privyKeys, checkProviders, checkWallets]) check(result.data);
    checkAlerts(present);
    checkTiers(result.data, present);
    return { ...result.data, NAMED_CHAINS: chainsNamedIn(named.data) };
  }
  const issues = [...(result.error?.issues ?? []), ...(named.error?.issues ?? [])];
  const lines = issues.map(({ path, message }) => {
    const isSet = present[String(path[0])] !== undefined;
    return `  ${path.join(".")}: ${isSet ? message : "is not set"}`;
  });
  throw new Error(
    `The settings are not complete (docs/configuration.md describes them):\n${lines.join("\n")}`,
  );
}
