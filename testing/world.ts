import { randomBytes } from "node:crypto";
import { encodeFunctionData, type Hex } from "viem";
import type { Sql } from "@/db/client";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import {
  type Chain,
  type Chains,
  chainFrom,
  type Deployment,
  deploymentOf,
} from "@/lib/adapters/chain/chains";
import { deploymentFile } from "@/lib/adapters/chain/deployment";
import { type Finality, findPreset } from "@/lib/adapters/chain/presets";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { httpRpc, type Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Env, envSchema } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { modules } from "@/lib/domain/operations/modules";
import type {
  Context,
  MerchantActor,
  PlatformActor,
  SystemActor,
} from "@/lib/domain/platform/context";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { type ChainAccount, startChain, type TestChain } from "./chain";
import { createTestDatabase, type TestDatabase } from "./database";
import { registerMerchant, type TestMerchant } from "./register-merchant";
import { sendTransaction } from "./send-transaction";

/** A database, a chain with both deployments, and what verbs need to work on them. */
export interface World {
  database: TestDatabase;
  db: Sql;
  chain: TestChain;
  chains: Chains;
  config: Env;
  merchant: TestMerchant;
  deployment(mode?: Mode): Deployment;
  /** A context for the merchant, as its secret key with all scopes gives it. */
  merchantContext(options?: {
    mode?: Mode;
    merchantId?: string;
    keyKind?: "secret" | "publishable";
  }): Context<MerchantActor>;
  platformContext(mode?: Mode): Context<PlatformActor>;
  systemContext(): Context<SystemActor>;
  /** Registers one more merchant in both registries. */
  addMerchant(options?: { feeBps?: number }): Promise<TestMerchant>;
  /** Sends a transaction from an account and mines it. */
  send(from: ChainAccount, call: { to: Address; data: Hex }): Promise<Hex>;
  /** Mints test tokens in the token's smallest unit. */
  mint(to: Address, amount: bigint, currency?: Currency): Promise<void>;
  balanceOf(owner: Address, currency?: Currency): Promise<bigint>;
  stop(): Promise<void>;
}

const base64Key = () => randomBytes(32).toString("base64");

function testEnv(databaseUrl: string, chain: TestChain, overrides: Record<string, string>): Env {
  return envSchema.parse({
    APP_URL: "http://localhost:3000",
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "silent",
    STIPEND_SECRET_KEY: base64Key(),
    API_KEY_PEPPER: base64Key(),
    TEST_DEPLOYMENT: "test.json",
    LIVE_DEPLOYMENT: "live.json",
    TEST_RPC_URLS: chain.rpcUrl,
    LIVE_RPC_URLS: chain.rpcUrl,
    RELAYER_PRIVATE_KEYS: chain.relayers.map((relayer) => relayer.privateKey).join(","),
    OPERATOR_PRIVATE_KEY: chain.operator.privateKey,
    FAUCET_PRIVATE_KEY: chain.deployer.privateKey,
    INNGEST_SIGNING_KEY: `signkey-test-${randomBytes(16).toString("hex")}`,
    INNGEST_EVENT_KEY: randomBytes(16).toString("hex"),
    WEBHOOK_ALLOW_PRIVATE: "1",
    RATE_LIMIT_SCALE: "100",
    MAIL_DAILY_PER_STRANGER: "1000000",
    MAIL_DAILY_PER_MERCHANT: "1000000",
    ...overrides,
  });
}

function localChain(rpc: Rpc, finality: Finality): Chain {
  const preset = findPreset("local");
  if (!preset) throw new Error("the local chain has a preset");
  return chainFrom(preset, { rpc, finality });
}

/**
 * Starts a world of its own: one per test file, in `beforeAll`.
 * @param options.wrapRpc puts faults between the verbs and the chain
 * @example
 * const world = await createWorld();
 * afterAll(() => world.stop());
 */
export async function createWorld(
  options: {
    finalityDepth?: number;
    env?: Record<string, string>;
    wrapRpc?: (rpc: Rpc) => Rpc;
  } = {},
): Promise<World> {
  const [database, chain] = await Promise.all([createTestDatabase(), startChain()]);
  const config = testEnv(database.url, chain, options.env ?? {});
  const log = createLogger(config.LOG_LEVEL);
  const rpc = (options.wrapRpc ?? ((inner) => inner))(httpRpc([chain.rpcUrl]));
  const shared = localChain(rpc, { kind: "depth", depth: options.finalityDepth ?? 2 });
  const files = [chain.deployments.test, chain.deployments.live];
  const chains = await pinDeployments(
    database.db,
    files.map((file) => ({ ...deploymentFile.parse(file), chain: shared })),
    log,
  );
  // From here on each merchant's id in one mode is another one's in the other mode.
  await registerMerchant(database.db, chain, liveOnly(chains), 100);
  const merchant = await registerMerchant(database.db, chain, chains.deployments, 100);
  return {
    database,
    db: database.db,
    chain,
    chains,
    config,
    merchant,
    send: (from, call) => sendTransaction(chain, from, call),
    addMerchant: ({ feeBps = 100 } = {}) =>
      registerMerchant(database.db, chain, chains.deployments, feeBps),
    deployment: (mode = "test") => deploymentOf(chains, mode),
    ...contextsOf({ db: database.db, chains, config, log }, merchant),
    ...tokensOf(chain, chains),
    stop: async () => {
      await database.drop();
      await chain.stop();
    },
  };
}

function contextsOf(
  shared: Pick<Context, "db" | "chains" | "config" | "log">,
  merchant: TestMerchant,
): Pick<World, "merchantContext" | "platformContext" | "systemContext"> {
  const common = { ...shared, modules, requestId: newId("request") };
  return {
    merchantContext: ({ mode = "test", merchantId = merchant.id, keyKind = "secret" } = {}) => ({
      ...common,
      ip: "127.0.0.1",
      actor: { kind: "key", merchantId, mode, keyId: "ak_test", keyKind, scopes },
    }),
    platformContext: (mode = "test") => ({
      ...common,
      ip: "127.0.0.1",
      actor: { kind: "platform", mode, keyId: "ak_platform" },
    }),
    systemContext: () => ({ ...common, actor: { kind: "system" } }),
  };
}

function tokensOf(chain: TestChain, chains: Chains): Pick<World, "mint" | "balanceOf"> {
  const { tokens, chain: settling } = deploymentOf(chains, "test");
  const tokenOf = (currency: Currency) => {
    const token = tokens[currency];
    if (!token) throw new Error(`the local chain has ${currency}`);
    return token.address;
  };
  return {
    mint: async (to, amount, currency = "USDC") => {
      const data = encodeFunctionData({
        abi: localFiatTokenAbi,
        functionName: "mint",
        args: [to, amount],
      });
      await sendTransaction(chain, chain.deployer, { to: tokenOf(currency), data });
    },
    balanceOf: (owner, currency = "USDC") =>
      readContract(settling.rpc, {
        address: tokenOf(currency),
        abi: fiatTokenAbi,
        functionName: "balanceOf",
        args: [owner],
      }),
  };
}

const liveOnly = ({ deployments }: Chains) => deployments.filter(({ mode }) => mode === "live");
