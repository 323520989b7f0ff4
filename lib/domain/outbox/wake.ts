import type { TransactionSql } from "@/db/client";
import type { WakeData, WakeName } from "@/lib/core/wakes";

/** The channel on which a long-lived process hears that the outbox has rows; it carries their name. */
export const outboxChannel = "stipend_outbox";

/**
 * Asks for a job to run once the transaction has committed. The row survives a crash; the
 * notification only makes the publisher quick.
 */
export async function wake(tx: TransactionSql, name: WakeName, data: WakeData = {}): Promise<void> {
  await Promise.all([
    tx`insert into outbox (name, data) values (${name}, ${tx.json(data)})`,
    tx`select pg_notify(${outboxChannel}, ${name})`,
  ]);
}
