import { asRows } from "@/db/as-rows";
import { type Db, transaction } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { Chain, Deployment } from "@/lib/adapters/chain/chains";
import { type Arrival, readArrivals } from "@/lib/adapters/chain/nodes/arrivals";
import type { Block } from "@/lib/adapters/chain/reads/blocks";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Address } from "@/lib/core/chain/hex";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { warnOnce } from "@/lib/domain/wallets/warn-once";

/** How many payers are asked about in one call. */
const AT_ONCE = 500;
/** What is older is left to the tries that are planned. */
const MOST_BLOCKS = 100n;
/** Looked at again, since blocks at the tip are replaced. */
const OVERLAP = 2n;

/** The condition on a subscription `s` that it is in its grace period. */
export function isInGrace(db: Db) {
  return db.unsafe(indexCondition("grace", "s.status", ["past_due"]));
}

/**
 * Looks in the newest blocks for tokens and allowances that payers in their grace period got or gave, and has the keepers
 * look at them at once. Nothing is lost when it fails: the tries that are planned come anyway.
 */
export async function noticeArrivals(
  ctx: Pick<Context, "db" | "log" | "chains">,
  chain: Chain,
  head: Pick<Block, "number" | "timestamp">,
): Promise<void> {
  const { db, log, chains } = ctx;
  const from = await firstBlock(db, chain.id, head.number);
  if (from === null) return;
  const deployments = chains.deployments.filter((one) => one.chainId === chain.id);
  try {
    let after: Address | null = null;
    for (;;) {
      const payers = await findPayers(db, chain.id, after);
      const last = payers.at(-1);
      if (!last) break;
      await noticeOf(db, chain, { from, head, deployments, payers });
      after = last;
    }
    await db`
      update chain_cursors set arrivals_number = ${head.number} where chain_id = ${chain.id}`;
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    const fields = { chainId: chain.id, err: error };
    warnOnce(log, `arrivals:${chain.id}`, fields, "arrivals of money cannot be looked for");
  }
}

/** Null where the head has been looked at. */
async function firstBlock(db: Db, chainId: number, head: bigint): Promise<bigint | null> {
  const [row] = await db<{ number: bigint | null }[]>`
    select arrivals_number as number from chain_cursors where chain_id = ${chainId}`;
  if (!row || row.number === head) return null;
  const next = row.number === null ? head : row.number + 1n;
  const oldest = head - MOST_BLOCKS > 0n ? head - MOST_BLOCKS : 0n;
  const first = (next < head ? next : head) - OVERLAP;
  return first > oldest ? first : oldest;
}

async function findPayers(db: Db, chainId: number, after: Address | null): Promise<Address[]> {
  const rows = await db<{ payer: Address }[]>`
    select distinct s.payer from subscriptions s
    where s.chain_id = ${chainId} and ${isInGrace(db)} and s.payer > ${after ?? "0x"}
    order by s.payer limit ${AT_ONCE}`;
  return rows.map(({ payer }) => payer);
}

async function noticeOf(
  db: Db,
  chain: Chain,
  {
    from,
    head,
    deployments,
    payers,
  }: {
    from: bigint;
    head: Pick<Block, "number" | "timestamp">;
    deployments: readonly Deployment[];
    payers: readonly Address[];
  },
): Promise<void> {
  const arrivals = await readArrivals(chain.rpc, {
    from,
    to: head.number,
    tokens: deployments.flatMap(({ tokens }) => Object.values(tokens).map((one) => one.address)),
    spenders: deployments.flatMap(({ contracts }) => contracts.subscriptions?.address ?? []),
    payers,
  });
  if (arrivals.length > 0) await bringForward(db, chain.id, head.timestamp, arrivals);
}

/** Those that a keeper looks at already, or charges, are left alone. */
async function bringForward(
  db: Db,
  chainId: number,
  at: Date,
  arrivals: readonly Arrival[],
): Promise<void> {
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update subscriptions s set attempt_at = ${at}
      from (
        select distinct hex_bytes(payer) as payer, hex_bytes(token) as token
        from json_to_recordset(${asRows(arrivals)}::text::json) as r(payer text, token text)
      ) a
      where s.chain_id = ${chainId} and ${isInGrace(tx)} and s.payer = a.payer
        and s.token_address = a.token and s.attempt_at > ${at}
        and not exists (
          select from subscription_renewals r where r.subscription_id = s.id and r.open::int = 1
        )`;
    if (count > 0) await wake(tx, wakes.relay, { chainId });
  });
}
