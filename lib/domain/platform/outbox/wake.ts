import { afterCommit, type Db, type Sql, type TransactionSql } from "@/db/client";
import { batch } from "@/lib/core/async/batch";
import { throttle } from "@/lib/core/async/throttle";
import {
  type NoticeName,
  notices,
  type WakeData,
  type WakeName,
  wakes,
} from "@/lib/core/operations/wakes";

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

/** How long those who were told are not told of the next, which they would find together with it anyway. */
const PAUSE_MS = 20;
/** Notices come with each write; payments wait for company before they are signed for. */
const frequent: readonly (WakeName | NoticeName)[] = [...Object.values(notices), wakes.relay];

/**
 * One notification at a time, for all that were asked for meanwhile. Of what is frequent the first
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
  const pauses = { pauseMs: PAUSE_MS, retryMs: PAUSE_MS };
  const throttled = new Map(
    frequent.map((name) => [name, throttle(() => send(name).catch(() => {}), pauses)]),
  );
  const notifier = async (name: WakeName | NoticeName) => {
    const often = throttled.get(name);
    if (often) often.request();
    else await send(name);
  };
  notifiers.set(pool, notifier);
  return notifier;
}
