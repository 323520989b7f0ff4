import type { Db } from "@/db/client";
import { isDueFor, type Lane } from "./claim-items";

/** What there is to do for a wallet. */
export interface Agenda {
  /** Submissions that are due, counted up to a batch. */
  readonly waiting: number;
  /** How long the oldest of them has been due. */
  readonly oldestMs: number;
  /** Slots that are signed and not mined. */
  readonly inFlight: number;
  /** Slots that are mined and not final. */
  readonly mined: number;
  /** Held submissions of the chain that are due. */
  readonly held: number;
}

/** Reads what there is to do for a wallet in one round trip. */
export async function readAgenda(db: Db, lane: Lane, most: number): Promise<Agenda> {
  const { chainId, wallet } = lane;
  const [row] = await db<Agenda[]>`
    select due.*, slots.*, held.*
    from (
      select count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(at)) * 1000, 0)::float8 as oldest_ms
      from (
        select coalesce(s.next_check_at, s.created_at) as at
        from relay_submissions s where ${isDueFor(db, lane)}
        order by s.created_at limit ${most}
      ) oldest
    ) due, (
      select count(*) filter (where state <> 'mined')::int as in_flight,
        count(*) filter (where state = 'mined')::int as mined
      from relay_batches
      where chain_id = ${chainId} and wallet = ${wallet} and state <> 'consumed'
    ) slots, (
      select count(*)::int as held from relay_submissions
      where chain_id = ${chainId} and state = 'held'
        and (next_check_at is null or next_check_at <= now())
    ) held`;
  if (!row) throw new Error("an aggregate always has a row");
  return row;
}
