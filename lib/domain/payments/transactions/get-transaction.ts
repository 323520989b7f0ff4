import { notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { type TransactionRow, type TransactionView, viewTransaction } from "./view";

/**
 * Retrieves one of the merchant's transactions.
 * @throws Refusal `not_found`
 */
export async function getTransaction(
  { db, actor, chains }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<TransactionView> {
  const [row] = await db<TransactionRow[]>`
    select * from transactions
    where id = ${id} and ${ownedBy(db, actor)}`;
  if (!row) throw notFound("transaction");
  return viewTransaction(chains, row);
}
