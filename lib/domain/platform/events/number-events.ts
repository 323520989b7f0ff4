import { type Db, type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { notices } from "@/lib/core/operations/wakes";
import { notifyOutbox } from "@/lib/domain/platform/outbox/wake";

/** One sequencer at a time: it reads the events after it has the lock, so that it sees what the one before has numbered. */
const NUMBER_LOCK = 7_245_004;
/** What one pass numbers, of a merchant's mode and in all. */
export const numberLimits = { perStream: 500, perPass: 4_000 };

/** What a pass did, which is what it set out to do, and whether it may have left some for the next. */
interface Pass {
  chosen: number;
  numbered: number;
  full: boolean;
}

/**
 * Numbers committed events until none is left: `position` is 1, 2, 3, … without gap per merchant and mode.
 * Any number of processes may do so at once; one that stops in the middle keeps the others waiting for five
 * seconds at the most.
 * @returns how many it numbered
 */
export async function numberEvents({ db }: { db: Db }): Promise<number> {
  let total = 0;
  if (!(await hasUnnumbered(db))) return total;
  for (;;) {
    const { numbered, full } = await transaction(db, async (tx) => {
      const [, , pass] = await pipelined([
        () => tx`set local idle_in_transaction_session_timeout = '5s'`,
        ...numberingSteps(tx),
      ]);
      return finishPass(tx, pass);
    });
    total += numbered;
    if (!full) return total;
  }
}

async function hasUnnumbered(db: Db): Promise<boolean> {
  const [row] = await db<{ waiting: boolean }[]>`
    select exists (
      select from events where position is null order by ${streamOf(db, "events")} limit 1
    ) as waiting`;
  return row?.waiting === true;
}

/** Waits for the sequencer that is at work, and keeps others waiting until the transaction ends. */
export const lockNumbering = (tx: TransactionSql) =>
  tx`select pg_advisory_xact_lock(${NUMBER_LOCK})`;

/**
 * One pass, as two statements of a transaction: the lock, and the numbering, whose snapshot comes after it. Who
 * has the lock alone changes counters, so that positions follow from what they were.
 */
export const numberingSteps = (tx: TransactionSql) =>
  [
    () => lockNumbering(tx),
    () => tx<Pass[]>`
      with recursive ${chooseEvents(tx)}, counted as (
        insert into event_counters as c (merchant_id, mode, last_position)
        select merchant_id, mode, max(position) from chosen group by merchant_id, mode
        on conflict (merchant_id, mode) do update set last_position = excluded.last_position
      ), numbered as (
        update events e set position = p.position, arrival = null from chosen p
        -- Spelled so that each event is looked up by its id: the index of those without a position, which
        -- statistics take for empty, would be gone through once for each.
        where e.id = p.id and coalesce(e.position, 0) = 0
        returning e.id
      )
      select (select count(*) from chosen)::int as chosen,
        (select count(*) from numbered)::int as numbered,
        exists (select from chosen where turn = ${numberLimits.perStream})
          or (select count(*) from chosen) = ${numberLimits.perPass} as full`,
  ] as const;

/**
 * Ends a pass inside its transaction, and tells those who wait for events once it has committed.
 * @throws Error when an event went away meanwhile: a number would be missing, so nothing is numbered
 */
export function finishPass(tx: TransactionSql, [pass]: readonly Pass[]): Pass {
  if (!pass) throw new Error("a pass tells what it did");
  const { chosen, numbered } = pass;
  if (chosen !== numbered) {
    throw new Error(`Of ${chosen} events ${numbered} could be numbered: the pass is taken back`);
  }
  if (numbered > 0) notifyOutbox(tx, notices.numbered);
  return pass;
}

/** A merchant's mode in one word, as the index of events without a position spells it. */
export const streamOf = (db: Db, alias: string) =>
  db`(${db(alias)}.merchant_id || ' ' || ${db(alias)}.mode)`;

/**
 * `chosen`: the events of a pass, with each one's turn among those of its merchant and mode. The walk jumps
 * from one merchant and mode to the next in the index. Each gives its first event, then each its second, so
 * that many events of one leave room for the others.
 */
function chooseEvents(tx: TransactionSql) {
  const stream = streamOf(tx, "e");
  return tx`
    streams as (
      (select ${stream} as stream from events e where position is null
        order by ${stream} limit 1)
      union all
      select n.stream from streams s cross join lateral (
        select ${stream} as stream from events e
        where position is null and ${stream} > s.stream
        order by ${stream} limit 1
      ) n
    ), waiting as (
      select n.*, n.turn + c.last_position as position
      from streams s cross join lateral (
        select coalesce(max(last_position), 0) as last_position from event_counters c
        where c.merchant_id = split_part(s.stream, ' ', 1) and c.mode = split_part(s.stream, ' ', 2)
      ) c cross join lateral (
        select *, row_number() over (order by arrival) as turn from (
          select id, merchant_id, mode, arrival from events e
          where ${stream} = s.stream and position is null
          order by ${stream}, arrival limit ${numberLimits.perStream}
        ) first
      ) n
    ), chosen as materialized (
      select id, merchant_id, mode, turn, position from waiting
      order by turn, arrival limit ${numberLimits.perPass}
    )`;
}
