import { afterCommit, type Db, type Sql, type TransactionSql } from "@/db/client";
import { batch } from "@/lib/core/async/batch";
import type { NoticeName, WakeData, WakeName } from "@/lib/core/wakes";

/** The channel on which a long-lived process hears that the outbox has rows; it carries their name. */
export const outboxChannel = "stipend_outbox";

/**
 * Asks for a job to run once the transaction has committed. The row survives a crash; the
 * notification only makes the publisher quick.
 */
export async function wake(tx: TransactionSql, name: WakeName, data: WakeData = {}): Promise<void> {
  await tx`insert into outbox (name, data) values (${name}, ${tx.json(data)})`;
  notifyOutbox(tx, name);
}

type Notifier = (name: WakeName | NoticeName) => Promise<void>;

const notifiers = new WeakMap<Sql, Notifier>();

/**
 * Tells the listeners of a wake-up's row, or of a notice that has none, once it is committed. Not inside the transaction: those that
 * notify commit one after the other, each waiting for the disk (`NOTIFY` takes a lock until then).
 */
export function notifyOutbox(db: Db, name: WakeName | NoticeName): void {
  afterCommit(db, (pool) => {
    // A listener that missed it looks by itself, when it starts and once a minute.
    notifierOf(pool)(name).catch(() => {});
  });
}

/** One notification at a time, for all that were asked for meanwhile. */
function notifierOf(pool: Sql): Notifier {
  const known = notifiers.get(pool);
  if (known) return known;
  const notify = async (names: (WakeName | NoticeName)[]) => {
    for (const name of new Set(names)) await pool.notify(outboxChannel, name);
    return names.map(() => undefined);
  };
  const notifier = batch<WakeName | NoticeName, void>(notify, { lanes: 1, size: 10_000 });
  notifiers.set(pool, notifier);
  return notifier;
}
