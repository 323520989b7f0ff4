import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import {
  type SubscriptionRow,
  selectSubscriptions,
} from "@/lib/domain/subscriptions/subscription-rows";

/** What a contract calls a subscription. */
interface SubscriptionName {
  readonly deploymentId: string;
  readonly onchainId: Bytes32;
}

/** Names a subscription across contracts. */
export const nameOf = ({ deploymentId, onchainId }: SubscriptionName): string =>
  `${deploymentId} ${onchainId}`;

/** A query of the ids of the subscriptions that contracts' ids are of. */
function idsOf(tx: TransactionSql, named: readonly SubscriptionName[]) {
  const names = named.map(({ deploymentId, onchainId }) => ({ deploymentId, onchainId }));
  return tx`
    select s.id from json_to_recordset(${asRows(names)}::text::json)
      as n("deploymentId" text, "onchainId" text)
    cross join lateral (
      select id from subscriptions
      where deployment_id = n."deploymentId" and onchain_id = hex_bytes(n."onchainId") limit 1
    ) s`;
}

/** Reads the subscriptions that contracts' ids are of, by their names; those that are not of our merchants are absent. */
export async function readAllByOnchainId(
  tx: TransactionSql,
  named: readonly SubscriptionName[],
): Promise<Map<string, SubscriptionRow>> {
  const rows = await tx<SubscriptionRow[]>`
    ${selectSubscriptions(tx)} where s.id = any (array(${idsOf(tx, named)}))`;
  return new Map(rows.map((row) => [nameOf(row), row]));
}

/** Locks them before. */
export async function lockAllByOnchainId(
  tx: TransactionSql,
  named: readonly SubscriptionName[],
): Promise<Map<string, SubscriptionRow>> {
  await tx`
    select from subscriptions where id = any (array(${idsOf(tx, named)})) order by id for no key update`;
  return readAllByOnchainId(tx, named);
}

/** Locks one, as `lockAllByOnchainId` does; null where there is none. */
export async function lockByOnchainId(
  tx: TransactionSql,
  named: SubscriptionName,
): Promise<SubscriptionRow | null> {
  const rows = await lockAllByOnchainId(tx, [named]);
  return rows.get(nameOf(named)) ?? null;
}
