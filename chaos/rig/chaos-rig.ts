import type { ChaosMerchant } from "@/chaos/clients/stage";
import { SPENDER_AMOUNT } from "@/chaos/clients/workload";
import { type RpcProxy, startRpcProxy } from "@/chaos/faults/rpc-proxy";
import { type JobEngine, startJobEngine } from "@/chaos/receivers/job-engine";
import type { Dice } from "@/chaos/seeded";
import type { Db } from "@/db/client";
import { type Chains, chainFrom } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import { httpRpc } from "@/lib/adapters/chain/rpc";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { currencies } from "@/lib/core/money";
import type { Context, OperatorActor } from "@/lib/domain/context";
import { pinDeployments } from "@/lib/domain/deployments/pin-deployments";
import { seedMerchant, seedRegistrations } from "@/scripts/seed/seed-merchant";
import { type Account, account, accounts } from "./accounts";
import { type ChainRig, deployWallets, giveGas, mintTokens, startChainRig } from "./chain-rig";
import { asOperator, checkerContext } from "./checker-context";
import { type DatabaseRig, startDatabaseRig } from "./database-rig";
import { chaosEnvironment } from "./settings";

/** A database, a chain with merchants and funded payers, and a faulty node in front of it. */
export interface ChaosRig {
  database: DatabaseRig;
  chain: ChainRig;
  proxy: RpcProxy;
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
  const [database, chain] = await Promise.all([
    startDatabaseRig(folder, options.statements),
    startChainRig(folder),
  ]);
  const proxy = await startRpcProxy(chain.rpcUrl, dice);
  const engine = await startJobEngine(dice);
  const people = {
    relayers: accounts("relayer", RELAYERS),
    payers: [
      ...accounts("payer", PAYERS),
      ...(await deployWallets(chain.deployer, accounts("wallet key", WALLETS))),
    ],
    spenders: accounts("spender", SPENDERS),
    couriers: accounts("courier", options.couriers),
  };
  const chains = await connectChains(database, chain, finalityDepth);
  const environment = chaosEnvironment({
    databaseUrl: database.url,
    rpcUrl: proxy.url,
    engineUrl: engine.url,
    relayers: people.relayers,
    operator: chain.operator,
  });
  const ctx = asOperator(checkerContext(database.db, chains, environment));
  const [idle, ...merchants] = await registerMerchants(ctx, chain);
  if (!idle) throw new Error("merchants were registered");
  await fund(chain, people);
  return {
    database,
    chain,
    proxy,
    engine,
    chains,
    merchants,
    idle,
    operator: chain.operator,
    ...people,
    environment,
    stop: async () => {
      await Promise.all([proxy.stop(), engine.stop()]);
      await Promise.all([database.stop(), chain.stop()]);
    },
  };
}

async function connectChains(
  { db }: DatabaseRig,
  { rpcUrl, deployments }: ChainRig,
  finalityDepth: number,
): Promise<Chains> {
  const preset = findPreset("local");
  if (!preset) throw new Error("there is no local preset");
  const finality = { kind: "depth", depth: finalityDepth } as const;
  const chain = chainFrom(preset, { rpc: httpRpc([rpcUrl]), finality });
  const configured = deployments.map((file) => ({ ...file, chain }));
  return pinDeployments(db, configured, createLogger("silent"));
}

/** The first one takes no payments. */
async function registerMerchants(
  ctx: Context<OperatorActor>,
  { request }: ChainRig,
): Promise<ChaosMerchant[]> {
  const { db } = ctx;
  const { deployments } = ctx.chains;
  const onPending = async () => {
    await request("evm_mine");
  };
  const merchants: ChaosMerchant[] = [];
  for (let index = 0; index <= MERCHANTS; index += 1) {
    const owner = account(`owner ${index}`).address;
    const payout = account(`payout ${index}`).address;
    const names = { businessName: `Merchant ${index}`, email: null };
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
    merchants.push({ id: seed.id, payout, chainMerchantId });
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

type People = Record<"payers" | "spenders" | "couriers" | "relayers", Account[]>;

async function fund({ request, deployer, deployments }: ChainRig, people: People): Promise<void> {
  const { payers, spenders, couriers, relayers } = people;
  const addressesOf = (list: Account[]) => list.map(({ address }) => address);
  await giveGas(request, addressesOf([...couriers, ...spenders, ...relayers]));
  const [file] = deployments;
  if (!file) throw new Error("nothing is deployed");
  for (const token of [file.usdc, file.eurc]) {
    if (token) await mintTokens(deployer, token, addressesOf(payers), FORTUNE);
  }
  await mintTokens(deployer, file.usdc, addressesOf(spenders), SPENDER_AMOUNT);
}
