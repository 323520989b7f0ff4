import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { lockNumbering } from "./number-events";

/** A merchant's mode whose counter is behind the positions that were given. */
export interface BehindCounter {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly lastPosition: bigint;
  readonly highest: bigint;
}

/** Counters that would give a position twice, which the database refuses: nothing is numbered behind them. */
export function findBehindCounters(db: Db): Promise<BehindCounter[]> {
  return db<BehindCounter[]>`
    select m.id as merchant_id, o.mode, coalesce(c.last_position, 0) as last_position, h.highest
    from merchants m
    cross join (values ('test'), ('live')) as o (mode)
    cross join lateral (
      select max(position) as highest from events
      where event_stream(merchant_id, mode) = event_stream(m.id, o.mode)
        and merchant_id = m.id and mode = o.mode and position is not null
    ) h
    left join event_counters c on c.merchant_id = m.id and c.mode = o.mode
    where h.highest > coalesce(c.last_position, 0)`;
}

/**
 * Raises counters to the highest position that was given, with an entry in the audit log for each. They
 * never fall: a position that an event had is not given again.
 * @returns how many were raised
 */
export async function raiseEventCounters(
  ctx: Pick<Context<OperatorActor>, "db" | "actor" | "requestId">,
): Promise<number> {
  const behind = await findBehindCounters(ctx.db);
  return transaction(ctx.db, async (tx) => {
    await lockNumbering(tx);
    for (const counter of behind) await raise(ctx, tx, counter);
    return behind.length;
  });
}

async function raise(
  ctx: Pick<Context<OperatorActor>, "actor" | "requestId">,
  tx: TransactionSql,
  { merchantId, mode, lastPosition, highest }: BehindCounter,
): Promise<void> {
  await tx`
    insert into event_counters as c (merchant_id, mode, last_position)
    values (${merchantId}, ${mode}, ${highest})
    on conflict (merchant_id, mode)
      do update set last_position = greatest(c.last_position, excluded.last_position)`;
  await recordAudit(ctx, tx, {
    action: "events.raise_counter",
    subject: { type: "merchant", id: merchantId },
    owner: { merchantId, mode },
    before: { mode, lastPosition },
    after: { mode, lastPosition: highest },
  });
}
