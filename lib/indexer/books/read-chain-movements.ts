import { tokenAt } from "@/lib/adapters/chain/chains";
import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import {
  decodePaymentSettled,
  paymentSettledTopic,
  paymentsRoutedTopic,
} from "@/lib/adapters/chain/events/payment-events";
import {
  decodePlatformEvent,
  platformEventKinds,
} from "@/lib/adapters/chain/events/platform-events";
import {
  chargeRefundedTopic,
  decodeChargeRefunded,
  decodePaymentRefunded,
  paymentRefundedTopic,
} from "@/lib/adapters/chain/events/refund-events";
import {
  chargesRoutedTopic,
  decodeSubscriptionCharged,
  subscriptionChargedTopic,
} from "@/lib/adapters/chain/events/subscription-events";
import type { LogFilter } from "@/lib/adapters/chain/reads/log-filter";
import {
  type LogRange,
  largestLogRange,
  readLogsInRanges,
} from "@/lib/adapters/chain/reads/log-ranges";
import { type Transfer, transferOf, transferTopic } from "@/lib/adapters/chain/reads/transfers";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, addressTopic, type Bytes32 } from "@/lib/core/chain/hex";
import { contractAt, type Source, type SourceContract } from "@/lib/indexer/source";
import type { ChainMovement } from "./movement";

const sweptTopic = platformEventKinds.find(({ name }) => name === "FeesSwept")?.topic;

/** The first topics of logs that move money, or that those need before them. */
const moneyTopics: readonly Bytes32[] = [
  ...[paymentsRoutedTopic, paymentSettledTopic, chargesRoutedTopic, subscriptionChargedTopic],
  ...[paymentRefundedTopic, chargeRefundedTopic],
  ...(sweptTopic ? [sweptTopic] : []),
];

/** Fees that left a contract for the treasury, smallest unit. */
export interface Sweep {
  readonly contract: Address;
  readonly token: Address;
  readonly amount: bigint;
}

/** What our contracts say of money in a range of blocks. */
export interface ChainMoney {
  readonly movements: readonly ChainMovement[];
  readonly sweeps: readonly Sweep[];
  /** Up to where the node answered. */
  readonly through: bigint;
}

/**
 * Reads what moved money through our contracts in final blocks, both ends included. Who paid a charge is read from the
 * transfer to the contract, since its event does not say so.
 * @returns up to where the node answered
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readChainMoney(
  rpc: Rpc,
  source: Source,
  heights: { readonly from: bigint; readonly to: bigint },
): Promise<ChainMoney> {
  const range = (): LogRange => ({ blocks: largestLogRange });
  const { addresses, indexed } = source.filter;
  const filter: LogFilter = { addresses, topics: moneyTopics, ...(indexed && { indexed }) };
  const read = await readLogsInRanges(rpc, heights, filter, range());
  const charges = read.logs.filter(({ topics: [topic] }) => topic === subscriptionChargedTopic);
  const last = charges.at(-1)?.blockNumber;
  const [first] = charges;
  const taken: ChainLog[] = [];
  if (first && last !== undefined) {
    for (const manager of new Set(charges.map(({ address }) => address))) {
      const to = addressTopic(manager);
      const tokens = tokensOf(source);
      const arrivals: LogFilter = {
        addresses: tokens,
        topics: [transferTopic],
        indexed: [null, to],
      };
      const blocks = { from: first.blockNumber, to: last };
      const shown = await readLogsInRanges(rpc, blocks, arrivals, range());
      if (shown.through < last) throw new ChainDoubt("The transfers of charges cannot be read");
      taken.push(...shown.logs);
    }
  }
  return { ...decodeMoney(source, read.logs, taken), through: read.through };
}

/**
 * What moved money by the logs of whole transactions, in the chain's order.
 * @param transfers of tokens in the same transactions
 * @throws ChainDoubt a log that our contracts cannot have emitted
 */
export function decodeMoney(
  source: Source,
  logs: readonly ChainLog[],
  transfers: readonly ChainLog[],
): Omit<ChainMoney, "through"> {
  const byTransaction = new Map<string, ChainLog[]>();
  const arrivals = arrivalsOf(transfers);
  const movements: ChainMovement[] = [];
  const sweeps: Sweep[] = [];
  for (const log of logs) {
    const earlier = byTransaction.get(log.txHash) ?? [];
    const contract = contractAt(source.contracts, log);
    if (contract) {
      const said = decode(log, earlier, arrivals);
      if (said) movements.push({ ...said, ...placed(log, contract, said) });
      if (log.topics[0] === sweptTopic) sweeps.push(sweepOf(log));
    }
    byTransaction.set(log.txHash, [...earlier, log]);
  }
  return { movements, sweeps };
}

function placed(log: ChainLog, { address, deployment }: SourceContract, { type, token }: Said) {
  const { blockNumber, txHash, logIndex } = log;
  const contract = type === "refund" ? deployment.contracts.registry.address : address;
  const currency = tokenAt(deployment, token)?.currency ?? null;
  return { blockNumber, txHash, logIndex, contract, deploymentId: deployment.id, currency };
}

type Said = Omit<
  ChainMovement,
  "deploymentId" | "blockNumber" | "txHash" | "logIndex" | "contract" | "currency"
>;

function decode(
  log: ChainLog,
  earlier: readonly ChainLog[],
  arrivals: Map<string, Transfer[]>,
): Said | null {
  switch (log.topics[0]) {
    case paymentSettledTopic: {
      const { merchantId, token, payer, payout, amount, fee } = decodePaymentSettled(log, earlier);
      return { type: "payment", merchant: merchantId, token, payer, payout, amount, fee };
    }
    case subscriptionChargedTopic: {
      const event = decodeSubscriptionCharged(log, earlier);
      const { token, payout, amount, fee, chainMerchantId } = event;
      const payer = takePayer(log, { token, amount }, arrivals);
      return { type: "charge", merchant: chainMerchantId, token, payer, payout, amount, fee };
    }
    case paymentRefundedTopic:
      return refundOf(decodePaymentRefunded(log));
    case chargeRefundedTopic:
      return refundOf(decodeChargeRefunded(log));
    default:
      return null;
  }
}

function refundOf(event: ReturnType<typeof decodePaymentRefunded | typeof decodeChargeRefunded>) {
  const { from, payer, token, amount, chainMerchantId } = event;
  const parties = { payer: from, payout: payer, merchant: chainMerchantId };
  return { type: "refund", ...parties, token, amount, fee: 0n } as const;
}

function sweepOf(log: ChainLog): Sweep {
  const { token, amount } = decodePlatformEvent(log);
  if (token === null || amount === null) throw new ChainDoubt("A sweep names no tokens");
  return { contract: log.address, token, amount };
}

/** Transfers by transaction, in order. */
function arrivalsOf(logs: readonly ChainLog[]): Map<string, Transfer[]> {
  const found = new Map<string, Transfer[]>();
  for (const log of logs) {
    const earlier = found.get(log.txHash) ?? [];
    found.set(log.txHash, [...earlier, ...transferOf(log)]);
  }
  return found;
}

/** The sender of the charge's transfer: the last one before its event, or, of a charge alone, the first after it. */
function takePayer(
  log: ChainLog,
  { token, amount }: { token: Address; amount: bigint },
  arrivals: Map<string, Transfer[]>,
): Address {
  const open = arrivals.get(log.txHash) ?? [];
  const fits = open.filter(
    (one) => one.to === log.address && one.token === token && one.amount === amount,
  );
  const taken =
    fits.findLast(({ logIndex }) => logIndex < log.logIndex) ??
    fits.find(({ logIndex }) => logIndex > log.logIndex);
  if (!taken) throw new ChainDoubt(`No transfer belongs to the charge in ${log.txHash}`);
  arrivals.set(
    log.txHash,
    open.filter((one) => one !== taken),
  );
  return taken.from;
}

const tokensOf = ({ contracts }: Source): Address[] => [
  ...new Set(
    contracts.flatMap(({ deployment }) =>
      Object.values(deployment.tokens).map(({ address }) => address),
    ),
  ),
];
