import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { generatePrivateKey } from "viem/accounts";
import { newTotpSecret } from "@/lib/adapters/identity/totp";
import { newId } from "@/lib/core/ids";
import { newKeyText } from "@/lib/domain/identity/api-keys/mint-key";

const RELAYERS = 4;
const WALLETS = 5;

const base64 = () => randomBytes(32).toString("base64");
const privateKeys = (count: number) => Array.from({ length: count }, generatePrivateKey).join(",");

/** What the app reads from its environment and nobody else may know. */
const appSecrets = {
  STIPEND_SECRET_KEY: base64,
  API_KEY_PEPPER: base64,
  RELAYER_PRIVATE_KEYS: () => privateKeys(RELAYERS),
  OPERATOR_PRIVATE_KEY: generatePrivateKey,
  AGENT_PRIVATE_KEY: generatePrivateKey,
  FAUCET_PRIVATE_KEY: generatePrivateKey,
  STIPEND_PLATFORM_KEY_TEST: () => newKeyText("platform", "test"),
  STIPEND_PLATFORM_KEY_LIVE: () => newKeyText("platform", "live"),
  INNGEST_SIGNING_KEY: () => `signkey-demo-${randomBytes(32).toString("hex")}`,
  INNGEST_EVENT_KEY: () => randomBytes(24).toString("base64url"),
};

/** What the demo plays the merchant, the platform's treasury, the admin of its contracts, its admin user and the payers with. */
const demoSecrets = {
  DEMO_MERCHANT_ID: () => newId("merchant"),
  DEMO_MERCHANT_PRIVATE_KEY: generatePrivateKey,
  DEMO_OWNER_PASSWORD: () => `demo-${randomBytes(12).toString("base64url")}`,
  DEMO_CONSOLE_PASSWORD: () => `demo-${randomBytes(12).toString("base64url")}`,
  DEMO_CONSOLE_TOTP_SECRET: newTotpSecret,
  DEMO_TREASURY_PRIVATE_KEY: generatePrivateKey,
  DEMO_ADMIN_PRIVATE_KEY: generatePrivateKey,
  DEMO_WALLET_PRIVATE_KEYS: () => privateKeys(WALLETS),
  DEMO_SECRET_KEY_TEST: () => newKeyText("secret", "test"),
  DEMO_PUBLISHABLE_KEY_TEST: () => newKeyText("publishable", "test"),
  DEMO_SECRET_KEY_LIVE: () => newKeyText("secret", "live"),
  DEMO_PUBLISHABLE_KEY_LIVE: () => newKeyText("publishable", "live"),
};

export type AppSecrets = Record<keyof typeof appSecrets, string>;

export interface DemoSecrets {
  app: AppSecrets;
  demo: Record<keyof typeof demoSecrets, string>;
}

const HEADER = `# Secrets of this local installation, made once by \`npm run demo\`.
# The chain keys are worthless anywhere else: use none of them on a public chain.
`;

/**
 * Reads the secrets of a demo from `file` (mode 0600), making those that it does not have yet.
 * It is complete on disk before it takes its name, so a kill leaves the old one or the new one.
 */
export function openDemoSecrets(file: string): DemoSecrets {
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const app = complete(appSecrets, kept);
  const demo = complete(demoSecrets, kept);
  const known = { ...app, ...demo };
  const lines = Object.entries({ ...known, ...kept, ...known }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const text = `${HEADER}${lines.join("\n")}\n`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { app, demo };
}

function complete<Name extends string>(
  makers: Record<Name, () => string>,
  kept: Readonly<Record<string, string | undefined>>,
): Record<Name, string> {
  const entries = Object.entries<() => string>(makers).map(([name, make]) => [
    name,
    kept[name] || make(),
  ]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** The keys of a comma-separated list. */
export const keyList = (text: string): `0x${string}`[] => text.split(",") as `0x${string}`[];
