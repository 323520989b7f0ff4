import postgres from "postgres";
import { type TransactionSql, transaction } from "@/db/client";
import type { upsertCustomer as declaration } from "@/lib/contract/customers";
import type { InputOf } from "@/lib/contract/endpoint";
import { invalidRequest } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/json";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { type CustomerRow, type LockedCustomer, lockCustomerOfWallet } from "./customer-rows";
import { seeEmail } from "./email-history";
import { type CustomerView, viewCustomer } from "./view";

type Input = InputOf<typeof declaration>;

const MAX_METADATA_KEYS = 50;
const UNIQUE_VIOLATION = "23505";

/**
 * Creates the customer of a wallet, or changes what is given of an existing one. Metadata is merged:
 * a null deletes its key; `emailHistory` is kept by us, and what comes under that name is ignored.
 * @throws Refusal `invalid_request`: another customer has the `externalRef` (`external_ref_taken`);
 * more than 50 keys in all (`too_many_keys`)
 */
export async function upsertCustomer(
  { db, actor }: Context<MerchantActor>,
  input: Input,
): Promise<CustomerView> {
  const row = await transaction(db, async (tx) =>
    update(tx, await lockCustomerOfWallet(tx, actor, input.walletAddress), input),
  ).catch((error) => {
    throw isTakenRef(error) ? externalRefTaken() : error;
  });
  return viewCustomer(row);
}

async function update(
  tx: TransactionSql,
  row: LockedCustomer,
  { email, name, externalRef, metadata = {} }: Input,
): Promise<CustomerRow> {
  const seen = email === undefined ? row : seeEmail(row, email, "merchant");
  const [changed] = await tx<CustomerRow[]>`
    update customers set email = ${seen.email}, email_source = ${seen.emailSource},
      email_history = ${tx.json(seen.emailHistory)}, name = ${name ?? row.name},
      external_ref = ${externalRef ?? row.externalRef},
      metadata = ${tx.json(merge(row.metadata, metadata))}, updated_at = now()
    where id = ${row.id} returning *`;
  if (!changed) throw new Error("a locked customer is there");
  return changed;
}

function merge(kept: Record<string, unknown>, given: Record<string, unknown>): JsonObject {
  const { emailHistory: _, ...own } = given;
  const merged = Object.entries({ ...kept, ...own }).filter(([, value]) => value !== null);
  if (merged.length <= MAX_METADATA_KEYS) return Object.fromEntries(merged) as JsonObject;
  throw invalidRequest("metadata", `A customer has at most ${MAX_METADATA_KEYS} metadata keys.`, {
    reason: "too_many_keys",
  });
}

function isTakenRef(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint_name === "customers_external_ref"
  );
}

function externalRefTaken() {
  return invalidRequest("externalRef", "Another customer has this externalRef.", {
    reason: "external_ref_taken",
  });
}
