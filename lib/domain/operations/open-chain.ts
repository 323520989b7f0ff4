import {
  agentOf,
  operatorsOf,
  type RelayWallet,
  relayersOf,
} from "@/lib/adapters/chain/calls/relayer";
import type { Chain } from "@/lib/adapters/chain/chains";
import { type FeeMarket, readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import { gasBalance } from "@/lib/adapters/chain/reads/transactions";
import type { RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Env } from "@/lib/adapters/env/env";
import { isSanctioned } from "@/lib/adapters/screening/screen-address";
import { singleFlight } from "@/lib/core/async/single-flight";
import type { Address } from "@/lib/core/chain/hex";
import { bestOf, type NodeView, nodeViewsOf } from "./look-at-nodes";

/** A wallet's gas money on a chain, in wei. */
export interface WalletBalance {
  readonly wallet: Address;
  /** Its place among the keys of its setting, from 1. */
  readonly place: number;
  readonly balance: bigint;
}

/** What a chain says, through one of its nodes that can be used. */
export interface ChainSources {
  readonly chain: Chain;
  nodes(): Promise<NodeView[]>;
  market(): Promise<FeeMarket>;
  balances(): Promise<WalletBalance[]>;
  /** Of the wallets whose keys are in OPERATOR_PRIVATE_KEY. */
  operatorBalances(): Promise<WalletBalance[]>;
  /** Of the wallet whose key is in AGENT_PRIVATE_KEY; none where it is not set. */
  agentBalances(): Promise<WalletBalance[]>;
  /** Probes the sanctions oracle with an unused address. */
  oracle(): Promise<unknown>;
}

/** None of a chain's nodes can be used. */
export class NoNode extends Error {
  override readonly name = "NoNode";
}

const MARKET_AGE_MS = 5_000;
const BALANCE_AGE_MS = 20_000;
const ORACLE_AGE_MS = 20_000;
const UNUSED_ADDRESS: Address = `0x${"0".repeat(39)}1`;

/** Opens the sources of one chain. Callers at the same time share one reading. */
export function openChain(config: Env, chain: Chain): ChainSources {
  const nodes = nodeViewsOf(chain);
  const fromBest = <T>(maxAgeMs: number, ask: (node: RpcNode) => Promise<T>) =>
    singleFlight(
      async () => {
        const best = bestOf(await nodes());
        if (!best) throw new NoNode(`no node of chain ${chain.id} can be used`);
        return ask(best.node);
      },
      { maxAgeMs },
    );
  const balancesOf = (wallets: readonly RelayWallet[]) =>
    fromBest(BALANCE_AGE_MS, (node) =>
      Promise.all(
        wallets.map(async ({ address }, index) => ({
          wallet: address,
          place: index + 1,
          balance: await gasBalance(node, address),
        })),
      ),
    );
  const { sanctionsOracle } = chain.preset;
  const agent = agentOf(config);
  return {
    chain,
    nodes,
    market: fromBest(MARKET_AGE_MS, readFeeMarket),
    balances: balancesOf(relayersOf(config)),
    operatorBalances: balancesOf(operatorsOf(config)),
    agentBalances: balancesOf(agent ? [agent] : []),
    oracle: fromBest(ORACLE_AGE_MS, async (node) =>
      sanctionsOracle ? isSanctioned(node, sanctionsOracle, UNUSED_ADDRESS) : false,
    ),
  };
}
