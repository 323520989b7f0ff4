import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Address } from "@/lib/core/hex";
import { openStates } from "./open-states";
import type { SubmissionRow } from "./submission-rows";

/** A wallet, what it may take, and the wallets that it shares the chain with. */
export interface Lane {
  readonly chainId: number;
  readonly wallet: Address;
  /** All wallets that are configured: what belongs to another one is up for grabs. */
  readonly wallets: readonly Address[];
  /** It relays payers with code, or those without; null both, where it is the only wallet. */
  readonly coded: boolean | null;
  /** The wallets that relay the same payers, this one included. */
  readonly peers: readonly Address[];
}

/**
 * Who relays for whom: the last of several wallets takes the payers with code, whose own code could
 * hold up the others.
 */
export function laneOf(chainId: number, wallet: Address, wallets: readonly Address[]): Lane {
  const last = wallets.at(-1);
  if (wallets.length === 1) return { chainId, wallet, wallets, coded: null, peers: wallets };
  const coded = wallet === last;
  const peers = coded ? [wallet] : wallets.filter((other) => other !== last);
  return { chainId, wallet, wallets, coded, peers };
}

/**
 * Takes the oldest due submissions for a wallet. Taking is no promise: a submission belongs to a nonce
 * only once its bytes are signed. A payer's open payments stay with one wallet; what is bound to none
 * goes to the one with the fewest transactions in flight, of those that are at work.
 * @returns the taken rows, oldest first
 */
export async function claimItems(db: Db, lane: Lane, most: number): Promise<SubmissionRow[]> {
  return transaction(db, async (tx) => {
    // Two wallets that take at once would not see what the other one takes of the same payer.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`relay-claim:${lane.chainId}`}, 0))`;
    const takesNew = await isLeastBusy(tx, lane);
    const rows = await tx<SubmissionRow[]>`
      with taken as (
        select s.id from relay_submissions s
        where ${isDueFor(tx, lane)}
          and not exists (${otherOpen(tx, lane)} and o.wallet <> ${lane.wallet})
          and (${takesNew} or exists (${otherOpen(tx, lane)} and o.wallet = ${lane.wallet}))
        order by s.created_at limit ${most} for update of s skip locked
      )
      update relay_submissions s set wallet = ${lane.wallet}
      from taken where s.id = taken.id
      returning s.*`;
    return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  });
}

/** Leaves submissions that were taken and not signed for to any wallet. */
export async function unclaimItems(db: Db, lane: Lane): Promise<void> {
  await db`
    update relay_submissions set wallet = null
    where chain_id = ${lane.chainId} and wallet = ${lane.wallet} and state = 'queued' and rounds = 0`;
}

/** The condition on a submission `s` that a wallet may take it now. */
export function isDueFor(db: Db, { chainId, wallet, wallets, coded }: Lane) {
  return db`
    s.chain_id = ${chainId} and s.state = 'queued'
    and (s.next_check_at is null or s.next_check_at <= now())
    and (s.wallet is null or s.wallet = ${wallet} or s.wallet <> all (${[...wallets]}::text[]))
    and (${coded}::boolean is null or s.payer_has_code = ${coded})`;
}

/** The payer's open submissions that one of the peers relays. */
function otherOpen(db: Db, { peers }: Lane) {
  return db`
    select from relay_submissions o
    where o.payer = s.payer and o.chain_id = s.chain_id and o.state in (${openStates(db)})
      and o.wallet = any (${[...peers]}::text[])`;
}

/** Wallets whose lease is alive compete; one that cannot pay has given its lease back. */
async function isLeastBusy(tx: TransactionSql, { chainId, wallet, peers }: Lane): Promise<boolean> {
  const busier = await tx`
    with busy as (
      select w.address, count(b.id) as in_flight
      from relay_wallets w left join relay_batches b
        on b.chain_id = w.chain_id and b.wallet = w.address and b.state in ('signed', 'in_flight')
      where w.chain_id = ${chainId} and w.address = any (${[...peers]}::text[])
        and (w.address = ${wallet} or w.lease_until > now())
      group by w.address
    )
    select from busy other, busy own
    where own.address = ${wallet} and other.in_flight < own.in_flight`;
  return busier.length === 0;
}
