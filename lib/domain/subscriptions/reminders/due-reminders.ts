import type { Db, TransactionSql } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import type { PayerReminder } from "@/lib/core/mails/mail-kinds";
import type { ReminderBasis } from "./agenda";
import { hasSuccessor } from "./has-successor";

/** How many are looked at together. */
const PAGE = 200;

/** A reminder whose time has come, with its subscription as it stands. */
export interface DueReminder extends ReminderBasis {
  readonly subscriptionId: string;
  readonly kind: PayerReminder;
  readonly about: Date;
  readonly pausedAt: Date | null;
  readonly deploymentId: string;
  readonly payer: Address;
  readonly tokenAddress: Address;
  /** The payer has subscribed again, for the time after its end. */
  readonly succeeded: boolean;
  readonly now: Date;
}

/** Reminders whose time has come, the oldest first. */
export function findDueReminders(db: Db): Promise<DueReminder[]> {
  return db<DueReminder[]>`
    select ${columns(db)}
    from (
      select * from subscription_reminders where remind_at <= clock_now()
      order by remind_at limit ${PAGE}
    ) r ${withSubscription(db)}
    order by r.remind_at`;
}

/**
 * Takes reminders until the transaction ends, unless another transaction has them, and reads their subscriptions anew:
 * what was committed before they were taken is seen.
 */
export async function takeReminders(
  tx: TransactionSql,
  found: readonly Pick<DueReminder, "subscriptionId" | "kind">[],
): Promise<DueReminder[]> {
  const ids = found.map(({ subscriptionId }) => subscriptionId);
  const kinds = found.map(({ kind }) => kind);
  const taken = await tx<{ subscriptionId: string; kind: PayerReminder }[]>`
    select r.subscription_id, r.kind
    from unnest(${ids}::text[], ${kinds}::text[]) f (id, kind)
    cross join lateral (
      select subscription_id, kind from subscription_reminders
      -- Not by the index of what is due, which may be far more than these.
      where subscription_id = f.id and kind = f.kind and (remind_at <= clock_now()) is true
      limit 1 for no key update skip locked
    ) r`;
  if (taken.length === 0) return [];
  return tx<DueReminder[]>`
    select ${columns(tx)}
    from unnest(
      ${taken.map(({ subscriptionId }) => subscriptionId)}::text[],
      ${taken.map(({ kind }) => kind)}::text[]
    ) f (id, kind)
    cross join lateral (
      select * from subscription_reminders where subscription_id = f.id and kind = f.kind limit 1
    ) r ${withSubscription(tx)}`;
}

/** By their ids, one of each for a reminder `r`: a plan of the statement may take all of a merchant otherwise. */
function withSubscription(db: Db) {
  return db`
    cross join lateral (select * from subscriptions where id = r.subscription_id limit 1) s
    cross join lateral (select max_cycles from subscription_plans where id = s.plan_id limit 1) p`;
}

function columns(db: Db) {
  return db`r.subscription_id, r.kind, r.about, s.status, s.interval_seconds, s.next_charge_at,
    s.end_at, s.paid_until, s.paused_at, s.deployment_id, s.payer, s.token_address, p.max_cycles,
    r.kind = 'subscription_ending' and ${hasSuccessor(db)} as succeeded, clock_now() as now`;
}
