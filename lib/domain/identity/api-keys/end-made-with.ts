import type { TransactionSql } from "@/db/client";
import { endReplay } from "@/lib/domain/webhooks/replays/replay-rows";

/** How much was ended. */
export type EndedCounts = {
  readonly keys: number;
  readonly endpoints: number;
  readonly replays: number;
};

/**
 * Ends what was made with a key that others have: keys, what was made with those, and so on, and the webhook
 * replays of them all, and the webhook endpoints that they made or changed. The merchant is locked: nothing more can be
 * made or changed with it meanwhile.
 */
export async function endMadeWith(
  tx: TransactionSql,
  { keyId, merchantId }: { readonly keyId: string; readonly merchantId: string },
): Promise<EndedCounts> {
  const made = await tx<{ id: string }[]>`
    with recursive made as (
      select ${keyId}::text as id
      union
      select k.id from api_keys k join made on k.created_by_key = made.id
    )
    select id from made`;
  const makers = made.map(({ id }) => id);
  const { count: keys } = await tx`
    update api_keys set status = 'revoked', revoked_at = clock_now(), revoked_reason = 'leaked'
    where id in ${tx(makers)} and merchant_id = ${merchantId} and status = 'active'`;
  const { count: endpoints } = await tx`
    update webhook_endpoints
    set status = 'disabled', disabled_reason = 'key_leaked', disabled_at = clock_now(),
      updated_at = clock_now()
    where (created_by_key in ${tx(makers)} or changed_by_keys && ${makers}::text[])
      and merchant_id = ${merchantId} and status = 'enabled'`;
  return { keys, endpoints, replays: await endReplays(tx, makers, merchantId) };
}

async function endReplays(
  tx: TransactionSql,
  makers: readonly string[],
  merchantId: string,
): Promise<number> {
  const replays = await tx<{ id: string }[]>`
    select id from webhook_replays
    where created_by_key in ${tx(makers)} and merchant_id = ${merchantId} and status = 'running'
    for no key update`;
  for (const { id } of replays) await endReplay(tx, id, "cancelled");
  return replays.length;
}
