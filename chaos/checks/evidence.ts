import type { Ledger } from "@/chaos/clients/stage";
import type { FeeRule } from "@/chaos/faults/fee-rule";
import type { Receiver } from "@/chaos/receivers/receiver";
import type { Sql } from "@/db/client";
import type { chainCursors, chainEvents } from "@/db/schema/chain";
import type { invoices } from "@/db/schema/invoices";
import type { mails } from "@/db/schema/mails";
import type { merchantRegistrations } from "@/db/schema/merchants";
import type { operatorCalls } from "@/db/schema/operator-calls";
import type { paymentSessions, transactions } from "@/db/schema/payments";
import type { refunds } from "@/db/schema/refunds";
import type { relayAttempts, relayBatches, relaySubmissions } from "@/db/schema/relay";
import type { relayWallets } from "@/db/schema/relay-wallets";
import type { orders } from "@/db/schema/storefront-orders";
import type { products } from "@/db/schema/storefronts";
import type { webhookDeliveries, webhookDispatches, webhookEndpoints } from "@/db/schema/webhooks";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { EventRow } from "@/lib/domain/platform/events/event-rows";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import { type ChainEvidence, readChainEvidence } from "./chain-evidence";

/** A dispatch was taken for sending. */
export interface WebhookClaim {
  dispatchId: string;
  fence: bigint;
  /** Whose outcome was known by then. */
  attempts: number;
  at: Date;
}

/** Every row that the checks look at. */
export interface Rows {
  sessions: (typeof paymentSessions.$inferSelect)[];
  transactions: (typeof transactions.$inferSelect & { blockHash: Bytes32 | null })[];
  submissions: (typeof relaySubmissions.$inferSelect)[];
  batches: (typeof relayBatches.$inferSelect)[];
  attempts: (typeof relayAttempts.$inferSelect)[];
  wallets: (typeof relayWallets.$inferSelect)[];
  cursors: (typeof chainCursors.$inferSelect)[];
  chainEvents: (typeof chainEvents.$inferSelect)[];
  events: EventRow[];
  endpoints: (typeof webhookEndpoints.$inferSelect)[];
  dispatches: (typeof webhookDispatches.$inferSelect)[];
  deliveries: (typeof webhookDeliveries.$inferSelect)[];
  registrations: (typeof merchantRegistrations.$inferSelect)[];
  operatorCalls: (typeof operatorCalls.$inferSelect)[];
  refunds: (typeof refunds.$inferSelect)[];
  invoices: (typeof invoices.$inferSelect)[];
  products: (typeof products.$inferSelect)[];
  orders: (typeof orders.$inferSelect)[];
  mails: Pick<typeof mails.$inferSelect, "kind" | "dedupeKey" | "state" | "recipient">[];
  unsentWakes: bigint;
}

/** What is known of one chain when a run has come to rest. */
export interface Evidence {
  /** Those of the chain; what has none is here with all of them. */
  rows: Rows;
  chain: ChainEvidence;
  /** The chain and its deployments. */
  chains: Chains;
  ledger: Ledger;
  /** Takes no payments; operators want things of it. */
  idle: { merchantId: string; deploymentIds: readonly string[] };
  /** By endpoint id. */
  receivers: ReadonlyMap<string, Receiver>;
  canary: Receiver;
  /** What the relayers' wallets handed to the faulty node. */
  offered: FeeRule["offered"];
  /** Transactions that somebody else made with a relayer's key. */
  foreign: ReadonlySet<string>;
  claims: readonly WebhookClaim[];
  /** When every lease was ended, Unix milliseconds: while workers were suspended, and when the faults stopped. */
  leaseEnds: readonly number[];
}

export async function readRows(db: Sql): Promise<Rows> {
  const [waiting] = await db<{ count: bigint }[]>`
    select count(*) from outbox where sent_at is null`;
  return {
    sessions: await db`select * from payment_sessions order by id`,
    transactions: await db`
      select t.*, b.hash as block_hash from transactions t
      left join chain_blocks b on b.chain_id = t.chain_id and b.number = t.block_number
      order by t.id`,
    submissions: await db`select * from relay_submissions order by id`,
    batches: await db`select * from relay_batches order by wallet, nonce`,
    attempts: await db`select * from relay_attempts order by hash`,
    wallets: await db`select * from relay_wallets order by address`,
    cursors: await db`select * from chain_cursors`,
    chainEvents: await db`select * from chain_events order by block_number, log_index`,
    events: await db`select e.* from events e order by e.resource_id, e.sequence`,
    endpoints: await db`select * from webhook_endpoints order by id`,
    dispatches: await db`select * from webhook_dispatches order by id`,
    deliveries: await db`select * from webhook_deliveries order by dispatch_id, attempt`,
    registrations: await db`select * from merchant_registrations order by merchant_id, mode`,
    operatorCalls: await db`select * from operator_calls order by number`,
    refunds: await db`select * from refunds order by id`,
    invoices: await db`select * from invoices order by merchant_id, mode, number`,
    products: await db`select * from storefront_products order by id`,
    orders: await db`select * from storefront_orders order by id`,
    mails: await db`select kind, dedupe_key, state, recipient from mails order by id`,
    unsentWakes: waiting?.count ?? 0n,
  };
}

/** A chain that evidence is taken of. */
export interface WitnessedChain {
  id: number;
  request: JsonRpc;
  offered: FeeRule["offered"];
}

/** All that is known. */
export interface RunEvidence {
  /** The first chain's, with the rows of all chains. */
  whole: Evidence;
  /** Of each chain, in the order in which they were given. */
  ofChains: Evidence[];
}

export async function gatherEvidence(
  db: Sql,
  witnessed: readonly WitnessedChain[],
  rest: Omit<Evidence, "rows" | "chain" | "offered">,
): Promise<RunEvidence> {
  const rows = await readRows(db);
  const ofChains = await Promise.all(
    witnessed.map(async ({ id, request, offered }): Promise<Evidence> => {
      const chains = chainsOf(rest.chains, id);
      const ledger = ledgerOf(rest.ledger, id);
      const chain = await readChainEvidence(request, chains);
      return { ...rest, rows: rowsOf(rows, chains, id), chain, chains, ledger, offered };
    }),
  );
  const [first] = ofChains;
  if (!first) throw new Error("evidence is taken of at least one chain");
  return { whole: { ...first, rows, ledger: rest.ledger }, ofChains };
}

function chainsOf({ all, deployments }: Chains, id: number): Chains {
  return {
    all: all.filter((chain) => chain.id === id),
    deployments: deployments.filter(({ chainId }) => chainId === id),
  };
}

function ledgerOf({ accepted, closed, ...rest }: Ledger, id: number): Ledger {
  return {
    ...rest,
    accepted: new Map([...accepted].filter(([, { chainId }]) => chainId === id)),
    closed: new Map([...closed].filter(([, chainId]) => chainId === id)),
  };
}

function rowsOf(rows: Rows, { deployments }: Chains, id: number): Rows {
  const own = new Set(deployments.map((deployment) => deployment.id));
  const isOwn = ({ deploymentId }: { deploymentId: string }) => own.has(deploymentId);
  const isHere = ({ chainId }: { chainId: number }) => chainId === id;
  const batches = rows.batches.filter(isHere);
  const batchIds = new Set(batches.map((batch) => batch.id));
  return {
    ...rows,
    sessions: rows.sessions.filter(isOwn),
    transactions: rows.transactions.filter(isHere),
    submissions: rows.submissions.filter(isHere),
    batches,
    attempts: rows.attempts.filter(({ batchId }) => batchIds.has(batchId)),
    wallets: rows.wallets.filter(isHere),
    cursors: rows.cursors.filter(isHere),
    chainEvents: rows.chainEvents.filter(isHere),
    refunds: rows.refunds.filter(isHere),
    registrations: rows.registrations.filter(isOwn),
  };
}
