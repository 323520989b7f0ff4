import type { ChaosMerchant } from "@/chaos/clients/stage";
import { SPENDER_AMOUNT } from "@/chaos/clients/workload";
import { type RpcProxy, startRpcProxy } from "@/chaos/faults/rpc-proxy";
import { type JobEngine, startJobEngine } from "@/chaos/receivers/job-engine";
import type { Dice } from "@/chaos/seeded";
import type { Db } from "@/db/client";
import type { Chains, Deployment } from "@/lib/adapters/chain/chains";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import { createLogger } from "@/lib/adapters/logger/logger";
import { currencies } from "@/lib/core/amounts/money";
import { newId } from "@/lib/core/ids";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { seedMerchant, seedRegistrations } from "@/scripts/run/seed/seed-merchant";
import { stopChild } from "@/scripts/run/services/stop-on-exit";
import { type Account, account, accounts, chainIds } from "./accounts";
import {
  type ChainRig,
  deployWallets,
  giveGas,
  mintTokens,
  startChainRig,
  startStranger,
} from "./chain-rig";
import { asMerchant, asOperator, checkerContext } from "./checker-context";
import { type DatabaseRig, startDatabaseRig } from "./database-rig";
import { openShop } from "./open-shop";
import { chaosChain, chaosEnvironment } from "./settings";

/** A chain, and the faulty node in front of it. */
export interface ChainSite {
  chain: ChainRig;
  proxy: RpcProxy;
}

/** A database, two chains with merchants and funded payers, and a faulty node in front of each. */
export interface ChaosRig extends ChainSite {
  database: DatabaseRig;
  /** The further chain of test mode. */
  second: ChainSite;
  /** A node of a chain that nobody uses. */
  strangerUrl: string;
  engine: JobEngine;
  chains: Chains;
  merchants: ChaosMerchant[];
  /** Takes no payments: what operators want of it is tried. */
  idle: ChaosMerchant;
  operator: Account;
  relayers: Account[];
  payers: Account[];
  spenders: Account[];
  /** Each may send one transaction. */
  couriers: Account[];
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** The last one is for payers with code. */
const RELAYERS = 3;
const PAYERS = 10;
const WALLETS = 3;
const SPENDERS = 8;
const MERCHANTS = 3;
const FEE_BPS = 75;
const PATIENCE_MS = 60_000;
/** A million of a token, smallest unit. */
const FORTUNE = 10n ** 12n;

/** Starts all that a run needs but the workers. */
export async function startChaosRig(options: {
  folder: string;
  dice: Dice;
  finalityDepth: number;
  couriers: number;
  statements: readonly string[];
}): Promise<ChaosRig> {
  const { folder, dice, finalityDepth } = options;
  const [database, chain, secondChain, stranger] = await Promise.all([
    startDatabaseRig(folder, options.statements),
    startChainRig(folder, chainIds.first),
    startChainRig(folder, chainIds.second),
    startStranger(folder),
  ]);
  const proxy = await startRpcProxy(chain.rpcUrl, dice);
  const second = { chain: secondChain, proxy: await startRpcProxy(secondChain.rpcUrl, dice) };
  const rigs = [chain, secondChain];
  const engine = await startJobEngine(dice);
  const people = {
    relayers: accounts("relayer", RELAYERS),
    payers: [...accounts("payer", PAYERS), ...(await deployWalletsOn(rigs))],
    spenders: accounts("spender", SPENDERS),
    couriers: accounts("courier", options.couriers),
  };
  const chains = await connectChains(database, rigs, finalityDepth);
  const environment = chaosEnvironment({
    databaseUrl: database.url,
    rpcUrls: [proxy.url, second.proxy.url],
    engineUrl: engine.url,
    relayers: people.relayers,
    operator: chain.operator,
  });
  const ctx = asOperator(checkerContext(database.db, chains, environment));
  const [idle, ...merchants] = await registerMerchants(ctx, rigs);
  if (!idle) throw new Error("merchants were registered");
  // What is refunded has been paid, less the fee.
  const wallets = merchants.map(({ wallet }) => wallet);
  await Promise.all(rigs.map((rig) => fund(rig, { ...people, wallets })));
  return {
    database,
    chain,
    proxy,
    second,
    strangerUrl: stranger.rpcUrl,
    engine,
    chains,
    merchants,
    idle,
    operator: chain.operator,
    ...people,
    environment,
    stop: async () => {
      await Promise.all([proxy.stop(), second.proxy.stop(), engine.stop()]);
      const nodes = rigs.map((rig) => rig.stop());
      const other = stopChild(stranger.child, "SIGKILL", "SIGKILL", 0);
      await Promise.all([database.stop(), other, ...nodes]);
    },
  };
}

/** The registries that operators want something of: both of the first chain. */
export function operatedOn({ chains, chain }: Pick<ChaosRig, "chains" | "chain">): Deployment[] {
  return chains.deployments.filter(({ chainId }) => chainId === chain.id);
}

/** Smart wallets, which have the same addresses on each chain. */
async function deployWalletsOn(rigs: readonly ChainRig[]): Promise<Account[]> {
  const keys = accounts("wallet key", WALLETS);
  const [wallets = []] = await Promise.all(
    rigs.map(({ deployer }) => deployWallets(deployer, keys)),
  );
  return wallets;
}

async function connectChains(
  { db }: DatabaseRig,
  rigs: readonly ChainRig[],
  finalityDepth: number,
): Promise<Chains> {
  const configured = rigs.flatMap(({ id, rpcUrl, deployments }) => {
    const chain = chaosChain(id, httpRpc([rpcUrl]), finalityDepth);
    // The second chain is one of test mode's.
    return deployments
      .filter(({ mode }) => id === chainIds.first || mode === "test")
      .map((file) => ({ ...file, chain }));
  });
  return pinDeployments(db, configured, createLogger("silent"));
}

/** The first one takes no payments. */
async function registerMerchants(
  ctx: Context<OperatorActor>,
  rigs: readonly ChainRig[],
): Promise<ChaosMerchant[]> {
  const { db } = ctx;
  const { deployments } = ctx.chains;
  const onPending = async () => {
    for (const { request } of rigs) await request("evm_mine");
  };
  const merchants: ChaosMerchant[] = [];
  for (let index = 0; index <= MERCHANTS; index += 1) {
    const owner = account(`owner ${index}`).address;
    const wallet = account(`payout ${index}`);
    const payout = wallet.address;
    const email = `merchant-${index}@example.com`;
    const names = { businessName: `Merchant ${index}`, email };
    const seed = { id: newId("merchant"), ...names, owner, payout, feeBps: FEE_BPS };
    await seedMerchant(db, seed);
    if (index === 1) await takeEarly(db, seed.id);
    const chainMerchantId = { test: 0n, live: 0n };
    const options = { patienceMs: PATIENCE_MS, onPending };
    for (const registered of await seedRegistrations(ctx, deployments, seed, options)) {
      chainMerchantId[registered.mode] = registered.chainMerchantId;
    }
    if (Object.values(chainMerchantId).includes(0n))
      throw new Error("A merchant is not registered");
    const shop = await openShop(asMerchant(ctx, seed.id, "test"), index);
    merchants.push({ id: seed.id, payout, wallet, chainMerchantId, shop });
  }
  return merchants;
}

/** One merchant takes every payment as soon as it is in a block, which a reorganisation may replace. */
async function takeEarly(db: Db, id: string): Promise<void> {
  const rules = currencies.map((currency) => ({ currency, upTo: "9".repeat(30), stage: "seen" }));
  await db`
    update merchants set confirmation_policy = ${JSON.stringify(rules)}::text::jsonb
    where id = ${id}`;
}

type People = Record<"payers" | "spenders" | "couriers" | "relayers" | "wallets", Account[]>;

async function fund({ request, deployer, deployments }: ChainRig, people: People): Promise<void> {
  const { payers, spenders, couriers, relayers, wallets } = people;
  const addressesOf = (list: Account[]) => list.map(({ address }) => address);
  await giveGas(request, addressesOf([...couriers, ...spenders, ...relayers, ...wallets]));
  const [file] = deployments;
  if (!file) throw new Error("nothing is deployed");
  for (const token of [file.usdc, file.eurc]) {
    if (token) await mintTokens(deployer, token, addressesOf([...payers, ...wallets]), FORTUNE);
  }
  await mintTokens(deployer, file.usdc, addressesOf(spenders), SPENDER_AMOUNT);
}
