import { type Db, transaction } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/context";
import { indexChain } from "@/lib/indexer/index-chain";
import type { Rows } from "./evidence";
import type { Finding } from "./invariant";

const GIVE_UP_MS = 60_000;

type TransactionRow = Rows["transactions"][number];

/**
 * Forgets all that was read of the chain, reads it again from its start in one go, and compares.
 * Nobody else may be at work on the database.
 */
export async function compareResync(ctx: Context<SystemActor>, before: Rows): Promise<Finding> {
  const { db, chains } = ctx;
  const name = "reading the chain again from its start gives the same transactions";
  await forgetEverything(db);
  const until = new Date(Date.now() + GIVE_UP_MS);
  for (const { id } of chains.all) await indexChain(ctx, { chainId: id, until });
  const rows = await db<TransactionRow[]>`select * from transactions`;
  const was = new Set(before.transactions.filter(isMined).map(factsOf));
  const is = new Set(rows.filter(isMined).map(factsOf));
  const violations = [
    ...[...was].filter((facts) => !is.has(facts)).map((facts) => `only before: ${facts}`),
    ...[...is].filter((facts) => !was.has(facts)).map((facts) => `only now: ${facts}`),
  ];
  return { name, violations };
}

/** Sessions go back to where their payments found them; what the relay and clients did stays. */
async function forgetEverything(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`delete from chain_events`;
    await tx`delete from chain_blocks`;
    await tx`delete from chain_cursors`;
    await tx`delete from refunds`;
    await tx`delete from transactions`;
    await tx`update deployment_contracts
      set joined_at = null, backfilled_number = null, backfilled_hash = null`;
    await tx`
      update payment_sessions
      set status = 'pending', confirmed_at = null, customer_id = null, amount_refunded = 0
      where status in ('confirmed', 'refunded')`;
  });
}

const isMined = ({ status }: TransactionRow): boolean => status !== "reorged";

function factsOf(row: TransactionRow): string {
  const { type, deploymentId, paymentId, blockNumber, logIndex, fromAddress, toAddress } = row;
  const { amount, fee, sessionId, paymentException, status } = row;
  return [
    type,
    deploymentId,
    String(paymentId),
    blockNumber,
    logIndex,
    fromAddress,
    toAddress,
    amount,
    fee,
  ]
    .concat([sessionId, paymentException, status].map(String))
    .join(" ");
}
