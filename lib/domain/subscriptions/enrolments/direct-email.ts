import { createHmac } from "node:crypto";
import type { TransactionSql } from "@/db/client";
import type { EmailSeen } from "@/db/schema/customers";
import { deriveSecret, type SealingKeys } from "@/lib/adapters/sealing/seal";
import type { Address } from "@/lib/core/chain/hex";

/** A payer who gave an e-mail on a plan's page. */
interface Told {
  readonly planId: string;
  readonly payer: Address;
  readonly email: string;
}

/**
 * What the terms that a payer's own wallet sends say of the e-mail that was given with them: a MAC (RFC 2104), as
 * `permitNonce`, which is the payer's to choose there. It shows the e-mail to no reader of the chain, and what was typed for
 * the wallet by others has another one.
 */
export function directEmailTag(keys: SealingKeys, { planId, payer, email }: Told): bigint {
  const key = Buffer.from(deriveSecret(keys, "direct-email"), "hex");
  const text = JSON.stringify([planId, payer, email.toLowerCase()]);
  return BigInt(`0x${createHmac("sha256", key).update(text).digest("hex")}`);
}

/**
 * The e-mail that a payer's own enrolment names, of those that were typed on the checkout for the wallet.
 * @returns null where it names none
 */
export async function findDirectEmail(
  tx: TransactionSql,
  keys: SealingKeys,
  asked: { customerId: string; planId: string; payer: Address; permitNonce: bigint },
): Promise<string | null> {
  const [customer] = await tx<{ emailHistory: EmailSeen[] }[]>`
    select email_history from customers where id = ${asked.customerId}`;
  const seen = customer?.emailHistory.find(
    ({ email }) => directEmailTag(keys, { ...asked, email }) === asked.permitNonce,
  );
  return seen?.email ?? null;
}
