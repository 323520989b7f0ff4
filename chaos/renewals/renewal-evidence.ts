import { parseEventLogs, type RpcLog } from "viem";
import type { Sql } from "@/db/client";
import type { mails } from "@/db/schema/mails";
import type { subscriptions } from "@/db/schema/subscriptions";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { RenewalOutcome } from "@/lib/core/subscriptions/subscription-kinds";
import type { EventRow } from "@/lib/domain/platform/events/event-rows";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import type { Venue } from "./enrol-all";
import { managerOf, type Subscriber } from "./subscriber";

/** A charge, as the contract or the books have it. */
export interface ChargeFact {
  onchainId: Bytes32;
  period: number;
  number: number;
  amount: bigint;
  txHash: Bytes32;
  /** Of its block, Unix seconds. */
  time: number;
}

/** A charge that a keeper signed. */
export interface SignedCharge {
  subscriptionId: string;
  period: number;
  outcome: RenewalOutcome | null;
  createdAt: Date;
}

/** A booked charge, with what its transaction says. */
export interface BookedCharge extends ChargeFact {
  subscriptionId: string;
  status: string;
  paymentException: string;
}

type SubscriptionState = typeof subscriptions.$inferSelect;

/** What is known when a run has come to rest. */
export interface RenewalEvidence {
  readonly subscribers: readonly Subscriber[];
  /** The last day of the faults; those that come after it pass by in jumps. */
  readonly days: number;
  readonly rows: {
    readonly subscriptions: readonly SubscriptionState[];
    readonly charges: readonly BookedCharge[];
    readonly signed: readonly SignedCharge[];
    readonly events: readonly EventRow[];
    readonly mails: readonly Pick<typeof mails.$inferSelect, "kind" | "dedupeKey" | "state">[];
  };
  /** What the contract has charged. */
  readonly chain: readonly ChargeFact[];
  readonly complaints: readonly string[];
}

export async function readRenewalRows(db: Sql): Promise<RenewalEvidence["rows"]> {
  return {
    subscriptions: await db<SubscriptionState[]>`select * from subscriptions order by id`,
    charges: await db<BookedCharge[]>`
      select s.onchain_id, k.subscription_id, k.period, k.number, k.amount, t.tx_hash,
        extract(epoch from t.block_timestamp)::int as time, t.status, t.payment_exception
      from subscription_charges k
      join subscriptions s on s.id = k.subscription_id
      join transactions t on t.id = k.transaction_id
      order by k.subscription_id, k.period`,
    signed: await db<SignedCharge[]>`
      select subscription_id, period, outcome, created_at from subscription_renewals
      order by created_at`,
    events: await db<EventRow[]>`
      select e.* from events e where e.resource_type = 'subscription' order by e.resource_id, e.sequence`,
    mails: await db`
      select kind, dedupe_key, state from mails where kind like 'subscription%' order by id`,
  };
}

/** Reads every charge from the true chain. */
export async function readChainCharges(
  request: JsonRpc,
  { deployment }: Venue,
): Promise<ChargeFact[]> {
  const address = managerOf(deployment);
  const asked = { fromBlock: "0x0", toBlock: "latest", address };
  const logs = await request<RpcLog[]>("eth_getLogs", [asked]);
  const parsed = parseEventLogs({
    abi: subscriptionManagerAbi,
    eventName: "SubscriptionCharged",
    logs,
  });
  return Promise.all(
    parsed.map(async ({ args, transactionHash, blockNumber }) => {
      const params = [`0x${blockNumber.toString(16)}`, false];
      const block = await request<{ timestamp: string }>("eth_getBlockByNumber", params);
      return {
        onchainId: lowerHex(args.id),
        period: Number(args.period),
        number: Number(args.number),
        amount: args.amount,
        txHash: lowerHex(transactionHash),
        time: Number(block.timestamp),
      };
    }),
  );
}
