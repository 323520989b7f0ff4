import { type Chain, type Chains, tokenAt } from "@/lib/adapters/chain/chains";
import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import {
  decodePaymentSettled,
  type PaymentSettled,
  paymentSettledTopic,
} from "@/lib/adapters/chain/events/payment-events";
import { spendingFilter } from "@/lib/adapters/chain/reads/authorization-uses";
import {
  readBlock,
  readTransactionLogs,
  type TransactionLogs,
} from "@/lib/adapters/chain/reads/blocks";
import { largestLogRange, readLogsInRanges } from "@/lib/adapters/chain/reads/log-ranges";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf, type Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { addressTopic, type Bytes32 } from "@/lib/core/chain/hex";
import type { Finality } from "@/lib/domain/wallets/finality";
import type { AuthorizationName } from "./final-authorization";

/**
 * What spent an authorization: a transaction that settled with a contract of ours, one that did not, or `unknown` when
 * no node shows it.
 */
export type Spending =
  | { readonly kind: "ours"; readonly txHash: Bytes32 }
  | { readonly kind: "elsewhere" }
  | { readonly kind: "unknown" };

/** What to look for. */
export interface SpendingSearch extends AuthorizationName {
  /** It was alive then: nothing older is looked at. */
  readonly since: Date;
  /** Transactions of ours that may have spent it. */
  readonly hashes: readonly Bytes32[];
  /** Whether a settlement by the payer in the token is the one that was asked for. */
  isOurs(settled: PaymentSettled): boolean;
}

/** Of a day of the quickest chain's blocks. */
const MOST_RANGES = 400;

const UNKNOWN: Spending = { kind: "unknown" };

/**
 * Finds in the chain what spent an authorization up to a final block: by the receipts of our own transactions, then by the
 * log of the token, which each node is asked for, the newest blocks first, and the receipt of the transaction that it names.
 * A log that is hidden leaves it unknown: only what is shown proves anything.
 * @throws RpcUnavailable, RpcError, ChainDoubt no node answers
 */
export async function findSpending(
  chains: Pick<Chains, "deployments">,
  chain: Pick<Chain, "id" | "rpc" | "preset">,
  spent: SpendingSearch,
  finality: Finality,
): Promise<Spending> {
  for (const hash of spent.hashes) {
    const found = await readFinal(chain.rpc, hash, finality);
    if (found && settles(chains, chain.id, spent, found)) return { kind: "ours", txHash: hash };
  }
  let trouble: unknown;
  let answered = false;
  for (const node of nodesOf(chain.rpc).filter(({ leftOut }) => leftOut === null)) {
    try {
      const hash = await findUse(node, chain, spent, finality);
      answered = true;
      const found = hash && (await readFinal(node, hash, finality));
      if (!found) continue;
      const isOurs = settles(chains, chain.id, spent, found);
      return isOurs ? { kind: "ours", txHash: hash } : { kind: "elsewhere" };
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      trouble = error;
    }
  }
  if (trouble && !answered) throw trouble;
  return UNKNOWN;
}

/** The transaction in whose logs the token says that the authorization is spent. */
async function findUse(
  rpc: Rpc,
  { preset }: Pick<Chain, "preset">,
  spent: SpendingSearch,
  finality: Finality,
): Promise<Bytes32 | null> {
  const filter = spendingFilter(spent);
  const age = (finality.at.getTime() - spent.since.getTime()) / 1_000;
  // Blocks may come quicker than they should.
  const blocks = BigInt(Math.max(0, Math.ceil((2 * age) / preset.blockSeconds)) + 100);
  const lowest = finality.number > blocks ? finality.number - blocks : 0n;
  let to = finality.number;
  for (let looks = 0; to >= lowest && looks < MOST_RANGES; looks += 1) {
    const wanted = to - BigInt(largestLogRange) + 1n;
    const from = wanted > lowest ? wanted : lowest;
    const { logs, through } = await readLogsInRanges(rpc, { from, to }, filter, {
      blocks: largestLogRange,
    });
    const [log] = logs;
    if (log) return log.txHash;
    if (through < to) return null;
    to = from - 1n;
  }
  return null;
}

/** A transaction's logs where its block is final and part of the chain. */
async function readFinal(
  rpc: Rpc,
  hash: Bytes32,
  finality: Finality,
): Promise<TransactionLogs | null> {
  const found = await readTransactionLogs(rpc, hash);
  if (!found || found.blockNumber > finality.number) return null;
  const block = await readBlock(rpc, found.blockNumber);
  return block?.hash === found.blockHash ? found : null;
}

function settles(
  { deployments }: Pick<Chains, "deployments">,
  chainId: number,
  { payer, token, isOurs }: SpendingSearch,
  { logs }: TransactionLogs,
): boolean {
  return deployments
    .filter((one) => one.chain.id === chainId && tokenAt(one, token))
    .some(({ contracts: { processor, registry } }) => {
      if (!processor) return false;
      const isOwn = ({ address, topics }: ChainLog) =>
        address === processor.address && topics[1] === addressTopic(registry.address);
      const own = logs.filter(isOwn);
      return own.some((log, at) => {
        if (log.topics[0] !== paymentSettledTopic) return false;
        const settled = decodePaymentSettled(log, own.slice(0, at));
        return settled.payer === payer && settled.token === token && isOurs(settled);
      });
    });
}
