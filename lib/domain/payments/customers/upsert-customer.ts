import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { upsertCustomer as declaration } from "@/lib/contract/payments/customers";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockCustomerOfWallet } from "./customer-rows";
import { writeCustomer } from "./update-customer";
import type { CustomerView } from "./view";

/**
 * Creates the customer of a wallet, or changes what is given of an existing one. Metadata is merged: a null deletes its
 * key; `emailHistory` is kept by us, and what comes under that name is ignored.
 * @throws Refusal `invalid_request`: another customer has the `externalRef` (`external_ref_taken`);
 * more metadata than is kept, when merged (`metadata_too_large`)
 */
export const upsertCustomer = (
  { db, actor }: Context<MerchantActor>,
  { walletAddress, ...changes }: InputOf<typeof declaration>,
): Promise<CustomerView> =>
  transaction(db, async (tx) =>
    writeCustomer(tx, await lockCustomerOfWallet(tx, actor, walletAddress), changes),
  );
