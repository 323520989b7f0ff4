import { type Db, type TransactionSql, transaction } from "@/db/client";
import { isInFlight } from "@/lib/domain/wallets/is-in-flight";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import type { SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import type { Shard } from "./shard";
import { ownQueues, waitingQueues } from "./work-queues";

/**
 * Takes the oldest due submissions for a wallet. Taking is no promise: a submission belongs to a nonce
 * only once its bytes are signed. A payer's open payments stay with one wallet; what is bound to none
 * goes to the one with the fewest transactions in flight, of those that are at work. As all wallets of the
 * chain wait for each other here, it looks at a batch per queue, however much waits.
 * @returns the taken rows, oldest first
 */
export async function claimSubmissions(
  db: Db,
  shard: Shard,
  most: number,
): Promise<SubmissionRow[]> {
  return transaction(db, async (tx) => {
    // Two wallets that take at once would not see what the other one takes of the same payer.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`relay-claim:${shard.chainId}`}, 0))`;
    const takesNew = await isLeastBusy(tx, shard);
    const rows = await tx<SubmissionRow[]>`
      with recursive ${assignDue(tx, shard, takesNew, most)}
      update relay_submissions s
      set wallet = (select l.wallet from locked l where l.id = s.id)
      where s.id = any (array(select id from locked))
      returning s.*`;
    return rows
      .filter(({ wallet }) => wallet === shard.wallet)
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  });
}

/**
 * `locked` has due submissions with the wallet that each is for: the one that relays its payer already,
 * else this one. Those whose payer is with several, and those that are left to a wallet that is less busy,
 * are not among them.
 */
function assignDue(tx: TransactionSql, shard: Shard, takesNew: boolean, most: number) {
  return tx`
    ${waitingQueues(tx, shard)}, due as materialized (
      select o.* from queues q cross join lateral (
        select submission_id as id, account, due_at from relay_open_submissions
        where queue = q.queue and due_at <= clock_now() order by due_at limit ${most}
      ) o
    ), accounts as materialized (
      select a.account, array(
        select p.wallet from unnest(${[...shard.peers]}::bytea[]) as p(wallet)
        where (
          select true from relay_open_submissions o
          where o.account = a.account and o.wallet = p.wallet limit 1
        )
      ) as wallets
      from (select distinct account from due) a
    ), assigned as materialized (
      select due.id, case
          when a.wallets = array[${shard.wallet}::bytea] then ${shard.wallet}::bytea
          when a.wallets = '{}' and ${takesNew} then ${shard.wallet}::bytea
          when ${shard.wallet} <> all (a.wallets) then a.wallets[1]
        end as wallet
      from due join accounts a on a.account = due.account
      order by due.due_at
    ), locked as materialized (
      select s.id, a.wallet from assigned a cross join lateral (
        select id from relay_submissions
        where id = a.id and state = 'queued' limit 1 for no key update skip locked
      ) s
      where a.wallet is not null limit ${most}
    )`;
}

/** Leaves submissions that were taken and not signed for to any wallet. */
export async function unclaimSubmissions(
  db: Db,
  wallet: Pick<Shard, "chainId" | "wallet">,
): Promise<void> {
  await db`
    update relay_submissions set wallet = null
    where id = any (array(
        select submission_id from relay_open_submissions where queue = any (${ownQueues(wallet)}::text[])
      ))
      and state = 'queued'`;
}

/** Wallets whose lease is alive compete; one that cannot sign does not. */
async function isLeastBusy(
  tx: TransactionSql,
  { chainId, wallet, peers }: Shard,
): Promise<boolean> {
  const busier = await tx`
    with busy as (
      select w.address, count(b.id) as in_flight
      from relay_wallets w left join relay_batches b
        on b.chain_id = w.chain_id and b.wallet = w.address and ${isSlotOpen(tx)}
          and ${isInFlight(tx)}
      where w.chain_id = ${chainId} and w.address = any (${[...peers]}::bytea[])
        and (w.address = ${wallet} or (
          w.lease_until > now() and (w.blocked_until is null or w.blocked_until <= now())
        ))
      group by w.address
    )
    select from busy other, busy own
    where own.address = ${wallet} and other.in_flight < own.in_flight`;
  return busier.length === 0;
}
