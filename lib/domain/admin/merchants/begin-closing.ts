import type { TransactionSql } from "@/db/client";
import { wakes } from "@/lib/core/operations/wakes";
import { endKey } from "@/lib/domain/identity/api-keys/end-key";
import { wake } from "@/lib/domain/platform/outbox/wake";

/** Revokes the keys of a merchant that is being closed, and leaves the rest to a job. The merchant is locked. */
export async function beginClosing(tx: TransactionSql, merchantId: string): Promise<void> {
  const keys = await tx<{ id: string }[]>`
    select id from api_keys where merchant_id = ${merchantId} and status = 'active' order by id`;
  for (const { id } of keys) await endKey(tx, id, "merchant_closed");
  await tx`
    insert into merchant_closings (merchant_id) values (${merchantId})
    on conflict (merchant_id) do nothing`;
  await wake(tx, wakes.closings);
}
