import postgres from "postgres";
import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { updateCustomer as declaration } from "@/lib/contract/payments/customers";
import { invalidRequest } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/text/json";
import { metadataExcess } from "@/lib/core/text/metadata-bounds";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { type CustomerRow, type LockedCustomer, lockCustomer } from "./customer-rows";
import { seeEmail } from "./email-history";
import { type CustomerView, viewCustomer } from "./view";

type Input = InputOf<typeof declaration>;
type Changes = Omit<Input, "id">;

const UNIQUE_VIOLATION = "23505";

/**
 * Changes what is given of a customer; a null clears its field. Metadata is merged: a null deletes its key;
 * `emailHistory` is kept by us, and what comes under that name is ignored. A cleared e-mail stays in that history, and
 * the next one that is seen counts.
 * @throws Refusal `not_found`; `invalid_request`: another customer has the `externalRef` (`external_ref_taken`); more
 * metadata than is kept, when merged (`metadata_too_large`)
 */
export const updateCustomer = (
  { db, actor }: Context<MerchantActor>,
  { id, ...changes }: Input,
): Promise<CustomerView> =>
  transaction(db, async (tx) => writeCustomer(tx, await lockCustomer(tx, actor, id), changes));

/** Changes what is given of a locked customer. @throws Refusal as `updateCustomer` does */
export async function writeCustomer(
  tx: TransactionSql,
  row: LockedCustomer,
  { email, name, externalRef, metadata = {} }: Changes,
): Promise<CustomerView> {
  const seen = emailAfter(row, email);
  const [changed] = await tx<CustomerRow[]>`
    update customers set email = ${seen.email}, email_source = ${seen.emailSource},
      email_history = ${tx.json(seen.emailHistory)}, name = ${given(name, row.name)},
      external_ref = ${given(externalRef, row.externalRef)},
      metadata = ${tx.json(merge(row.metadata, metadata))}, updated_at = clock_now()
    where id = ${row.id} returning *`.catch((error) => {
    throw isTakenRef(error) ? externalRefTaken() : error;
  });
  if (!changed) throw new Error("a locked customer is there");
  return viewCustomer(changed);
}

/** What was sent, null included; what is kept when nothing was. */
const given = (sent: string | null | undefined, kept: string | null) =>
  sent === undefined ? kept : sent;

function emailAfter(row: LockedCustomer, email: Changes["email"]) {
  if (email === undefined) return row;
  if (email === null) return { ...row, email: null, emailSource: null };
  return seeEmail(row, email, "merchant");
}

function merge(kept: Record<string, unknown>, given: Record<string, unknown>): JsonObject {
  const { emailHistory: _, ...own } = given;
  const entries = Object.entries({ ...kept, ...own }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  const excess = metadataExcess(merged);
  if (!excess) return merged as JsonObject;
  throw invalidRequest("metadata", `metadata ${excess}, including existing keys.`, {
    reason: "metadata_too_large",
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
