import type { Db, TransactionSql } from "@/db/client";
import type { customers } from "@/db/schema/customers";
import type { Address } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

export type CustomerRow = typeof customers.$inferSelect;
/** Locked until the transaction ends. */
export type LockedCustomer = CustomerRow & { lockedAt: Date };

/** Whose customer it is. */
export interface CustomerOwner {
  merchantId: string;
  mode: Mode;
}

/**
 * One of the merchant's customers.
 * @throws Refusal `not_found`
 */
export async function findCustomer(
  db: Db,
  { merchantId, mode }: CustomerOwner,
  id: string,
): Promise<CustomerRow> {
  const [row] = await db<CustomerRow[]>`
    select * from customers where id = ${id} and ${ownedBy(db, { merchantId, mode })}`;
  if (!row) throw notFound("customer");
  return row;
}

/**
 * One of the merchant's customers, locked until the transaction ends.
 * @throws Refusal `not_found`
 */
export async function lockCustomer(
  tx: TransactionSql,
  { merchantId, mode }: CustomerOwner,
  id: string,
): Promise<LockedCustomer> {
  const [row] = await tx<LockedCustomer[]>`
    select *, clock_now() as locked_at from customers
    where id = ${id} and ${ownedBy(tx, { merchantId, mode })}
    for no key update`;
  if (!row) throw notFound("customer");
  return row;
}

/** The customer of a wallet, made when there is none, and locked until the transaction ends. */
export async function lockCustomerOfWallet(
  tx: TransactionSql,
  { merchantId, mode }: CustomerOwner,
  walletAddress: Address,
): Promise<LockedCustomer> {
  const customer = { id: newId("customer"), merchantId, mode, walletAddress };
  await tx`
    insert into customers ${tx(customer)} on conflict (merchant_id, mode, wallet_address) do nothing`;
  const [row] = await tx<LockedCustomer[]>`
    select *, clock_now() as locked_at from customers
    where ${ownedBy(tx, { merchantId, mode })} and wallet_address = ${walletAddress}
    for no key update`;
  if (!row) throw new Error("a customer that was just made is there");
  return row;
}
