import { randomBytes } from "node:crypto";
import { type Chain, chainFrom } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Env, envSchema } from "@/lib/adapters/env/env";
import { type Account, chainIds } from "./accounts";

const key = () => randomBytes(32).toString("base64");

/** The environment of every worker, as text. */
export function chaosEnvironment(options: {
  databaseUrl: string;
  /** Of the first chain and of the second. */
  rpcUrls: readonly [string, string];
  engineUrl: string;
  relayers: readonly Account[];
  operator: Account;
}): Record<string, string> {
  return {
    APP_URL: "http://localhost:3000",
    DATABASE_URL: options.databaseUrl,
    LOG_LEVEL: "debug",
    STIPEND_SECRET_KEY: key(),
    API_KEY_PEPPER: key(),
    TEST_DEPLOYMENT: "test.json",
    LIVE_DEPLOYMENT: "live.json",
    TEST_RPC_URLS: options.rpcUrls[0],
    LIVE_RPC_URLS: options.rpcUrls[0],
    [`TEST_RPC_URLS_${chainIds.second}`]: options.rpcUrls[1],
    RELAYER_PRIVATE_KEYS: options.relayers.map(({ privateKey }) => privateKey).join(","),
    OPERATOR_PRIVATE_KEY: options.operator.privateKey,
    INNGEST_SIGNING_KEY: `signkey-test-${randomBytes(16).toString("hex")}`,
    INNGEST_EVENT_KEY: randomBytes(16).toString("hex"),
    INNGEST_BASE_URL: options.engineUrl,
    WEBHOOK_ALLOW_PRIVATE: "1",
    // Clients that repeat what got no answer are not to be held up by limits.
    RATE_LIMIT_SCALE: "1000",
    // Small batches: many nonces.
    RELAY_BATCH_MAX: "3",
    RELAY_BATCH_WAIT_MS: "50",
  };
}

export function parseEnvironment(environment: Record<string, string>): Env {
  return envSchema.parse(environment);
}

/** Texts that must not appear in any log or row, by what they are. */
export function secretsOf(environment: Record<string, string>): Map<string, string> {
  const { DATABASE_URL = "", RELAYER_PRIVATE_KEYS = "", OPERATOR_PRIVATE_KEY = "" } = environment;
  const secrets = new Map([
    ["database password", new URL(DATABASE_URL).password],
    ["operator key", OPERATOR_PRIVATE_KEY.slice(2)],
  ]);
  for (const [index, text] of RELAYER_PRIVATE_KEYS.split(",").entries()) {
    secrets.set(`relayer key ${index}`, text.slice(2));
  }
  for (const name of ["STIPEND_SECRET_KEY", "API_KEY_PEPPER", "INNGEST_SIGNING_KEY"]) {
    secrets.set(name, environment[name] ?? "");
  }
  return secrets;
}

/**
 * What did not happen is concluded after the second reading, up to two of its delays after a block is final: a public
 * chain's delay would take longer than a run waits for anything to change.
 */
const LONGEST_SECOND_READING_MS = 3_000;

/** A chain of a run: the local one's settings, under an id of its own and with the run's finality. */
export function chaosChain(id: number, rpc: Rpc, finalityDepth: number): Chain {
  const preset = findPreset("local");
  if (!preset) throw new Error("there is no local preset");
  const finality = { kind: "depth", depth: finalityDepth } as const;
  const chain = chainFrom({ ...preset, chainId: id }, { rpc, finality });
  return { ...chain, secondReadingMs: Math.min(chain.secondReadingMs, LONGEST_SECOND_READING_MS) };
}
