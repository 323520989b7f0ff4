import { type Db, transaction } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import { wakes } from "@/lib/core/operations/wakes";
import { isInvoiceDue } from "@/lib/domain/invoices/is-invoice-due";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";

/** Work that has been due for so long was not heard of. */
const OVERDUE_SECONDS = 30;
/** Refunds are looked at by the minute. */
const REFUND_SECONDS = 120;
/** Of jobs that run by the clock as well: longer than it takes them to come round. */
const UNMARKED_HOURS = 26;
const UNREMINDED_HOURS = 2;

interface Overdue {
  webhooks: boolean;
  mails: boolean;
  refunds: boolean;
  /** Invoices whose time was up that long ago, and that are not being paid. */
  invoices: boolean;
  reminders: boolean;
  payerReminders: boolean;
  /** Chains whose submissions or nonces wait. */
  relay: number[];
}

const wakeOf = {
  webhooks: wakes.webhooks,
  mails: wakes.mails,
  refunds: wakes.refunds,
  invoices: wakes.invoicesDue,
  reminders: wakes.invoiceReminders,
  payerReminders: wakes.payerReminders,
} as const;
const overdueNames = [
  "webhooks",
  "mails",
  "refunds",
  "invoices",
  "reminders",
  "payerReminders",
] as const;

/**
 * Wakes jobs with overdue work again: the job engine may have lost a wake-up, but the rows of the work remain.
 * @returns how many wake-ups were written
 */
export async function reconcile({ db, log }: Context<SystemActor>): Promise<number> {
  const { relay, ...overdue } = await findOverdue(db);
  const names = overdueNames.filter((name) => overdue[name]);
  if (names.length === 0 && relay.length === 0) return 0;
  log.warn({ ...overdue, relayChains: relay }, "overdue work is woken again");
  return transaction(db, async (tx) => {
    for (const name of names) await wake(tx, wakeOf[name]);
    for (const chainId of relay) await wake(tx, wakes.relay, { chainId });
    return names.length + relay.length;
  });
}

async function findOverdue(db: Db): Promise<Overdue> {
  const [row] = await db<Overdue[]>`
    with due as (
      select clock_now() - ${OVERDUE_SECONDS} * interval '1 second' as before,
        now() - ${OVERDUE_SECONDS} * interval '1 second' as lease_before
    )
    select
      exists (
        select from (
          select endpoint_id from webhook_dispatches where due_at < (select before from due)
          order by due_at offset 0
        ) d
        where (select status = 'enabled' from webhook_endpoints where id = d.endpoint_id)
      ) or exists (
        select from webhook_dispatches where lease_until < (select lease_before from due)
      ) as webhooks,
      exists (
        select from mails where state = 'queued' and next_attempt_at < (select before from due)
      ) or exists (
        select from mails where lease_until < (select lease_before from due)
      ) as mails,
      exists (
        select from refunds where due_at < clock_now() - ${REFUND_SECONDS} * interval '1 second'
      ) as refunds,
      exists (
        select from invoices i
        where ${db.unsafe(indexCondition("due", "i.status", ["sent"]))}
          and i.due_at < clock_now() - ${UNMARKED_HOURS} * interval '1 hour' and ${isInvoiceDue(db)}
      ) as invoices,
      exists (
        select from invoices where remind_at < clock_now() - ${UNREMINDED_HOURS} * interval '1 hour'
      ) as reminders,
      exists (
        select from subscription_reminders
        where remind_at < clock_now() - ${UNREMINDED_HOURS} * interval '1 hour'
      ) as "payerReminders",
      array(${overdueChains(db)}) as relay`;
  return (
    row ?? {
      webhooks: false,
      mails: false,
      refunds: false,
      invoices: false,
      reminders: false,
      payerReminders: false,
      relay: [],
    }
  );
}

/**
 * Chains with a queue whose oldest submission, or with an open nonce that, was due before `due.before`.
 * The walk jumps from one queue to the next in the index.
 */
function overdueChains(db: Db) {
  return db`
    with recursive present as (
      (select queue from relay_open_submissions where queue is not null order by queue limit 1)
      union all
      select (
        select o.queue from relay_open_submissions o
        where o.queue > present.queue order by o.queue limit 1
      ) from present where present.queue is not null
    )
    select split_part(queue, ':', 1)::int as chain_id from present
    where (
      select due_at < (select before from due) from relay_open_submissions o
      where o.queue = present.queue order by o.due_at limit 1
    )
    union
    select chain_id from (select distinct chain_id from deployments) d
    where (
      select true from relay_batches b
      where b.chain_id = d.chain_id and ${isSlotOpen(db)}
        and b.next_action_at < (select lease_before from due) limit 1
    )`;
}
