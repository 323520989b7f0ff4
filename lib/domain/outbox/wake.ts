import { afterCommit, type Db, type Sql, type TransactionSql } from "@/db/client";
import { batch } from "@/lib/core/async/batch";
import { throttle } from "@/lib/core/async/throttle";
import { type NoticeName, notices, type WakeData, type WakeName } from "@/lib/core/wakes";

/** The channel on which a long-lived process hears that the outbox has rows; it carries their name. */
export const outboxChannel = "stipend_outbox";

/**
 * Asks for a job to run once the transaction has committed. The row survives a crash; the
 * notification only makes the publisher quick.
 */
export async function wake(tx: TransactionSql, name: WakeName, data: WakeData = {}): Promise<void> {
  await wakeInsert(tx, name, data);
  notifyOutbox(tx, name);
}

/** The row of `wake` as a statement, to be executed with others. `notifyOutbox` is to be called besides. */
export function wakeInsert(tx: TransactionSql, name: WakeName, data: WakeData = {}) {
  return tx`insert into outbox (name, data) values (${name}, ${tx.json(data)})`;
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

/** How long those told of a notice are not told of the next, which they would find together with it anyway. */
const NOTICE_PAUSE_MS = 20;

/**
 * One notification at a time, for all that were asked for meanwhile. Notices come with each write: the first
 * after a quiet moment goes out at once, further ones after a pause.
 */
function notifierOf(pool: Sql): Notifier {
  const known = notifiers.get(pool);
  if (known) return known;
  const send = batch<WakeName | NoticeName, void>(
    async (names) => {
      for (const name of new Set(names)) await pool.notify(outboxChannel, name);
      return names.map(() => undefined);
    },
    { lanes: 1, size: 10_000 },
  );
  const throttled = new Map(
    Object.values(notices).map((name) => [
      name as string,
      throttle(() => send(name).catch(() => {}), {
        pauseMs: NOTICE_PAUSE_MS,
        retryMs: NOTICE_PAUSE_MS,
      }),
    ]),
  );
  const notifier = async (name: WakeName | NoticeName) => {
    const notice = throttled.get(name);
    if (notice) notice.request();
    else await send(name);
  };
  notifiers.set(pool, notifier);
  return notifier;
}
