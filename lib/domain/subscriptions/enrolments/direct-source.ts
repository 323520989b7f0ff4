import { createHmac } from "node:crypto";
import type { TransactionSql } from "@/db/client";
import type { EmailSeen } from "@/db/schema/customers";
import { deriveSecret, type SealingKeys } from "@/lib/adapters/sealing/seal";
import type { Address } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";

/** What a payer brought to a plan's page. */
export interface DirectSource {
  readonly email: string | null;
  /** The payment link that led there. */
  readonly linkId: string | null;
}

/**
 * What the terms that a payer's own wallet sends say of the e-mail that was given with them, and of the payment link: a
 * MAC (RFC 2104), as `permitNonce`, which is the payer's to choose there. It shows neither to a reader of the chain, and
 * what was typed for the wallet by others has another one.
 * @param email empty for none
 */
export function directTag(
  keys: SealingKeys,
  told: { planId: string; payer: Address; email: string; linkId: string | null },
): bigint {
  const { planId, payer, email, linkId } = told;
  const key = Buffer.from(deriveSecret(keys, "direct-email"), "hex");
  const text = JSON.stringify([planId, payer, email.toLowerCase(), ...(linkId ? [linkId] : [])]);
  return BigInt(`0x${createHmac("sha256", key).update(text).digest("hex")}`);
}

/** The payment links of a merchant that are tried. */
const MOST_LINKS = 200;

/**
 * The e-mail and the payment link that a payer's own enrolment names: of the e-mails that were typed on the checkout for
 * the wallet, and of the merchant's links that sell subscriptions. Each is null where it names none. A link's product may
 * have got another plan since the payer was there: the tag proves which link it was. Links that sell the enrolment's plan
 * now are tried first, and newer ones before older ones.
 */
export async function findDirectSource(
  tx: TransactionSql,
  keys: SealingKeys,
  asked: {
    merchantId: string;
    mode: Mode;
    customerId: string;
    planId: string;
    payer: Address;
    permitNonce: bigint;
  },
): Promise<DirectSource> {
  const { merchantId, mode, customerId, planId } = asked;
  const [customer] = await tx<{ emailHistory: EmailSeen[] }[]>`
    select email_history from customers where id = ${customerId}`;
  const links = await tx<{ id: string }[]>`
    select l.id from payment_links l join storefront_products p on p.id = l.product_id
    where l.merchant_id = ${merchantId} and l.mode = ${mode} and p.type = 'subscription'
    order by (p.plan_id is not distinct from ${planId} or exists (
      select from storefront_product_plans q where q.product_id = p.id and q.plan_id = ${planId}
    )) desc, l.created_at desc limit ${MOST_LINKS}`;
  const linkIds = [null, ...links.map(({ id }) => id)];
  for (const email of [...(customer?.emailHistory ?? []).map((seen) => seen.email), ""]) {
    const linkId = linkIds.find((id) => {
      return directTag(keys, { ...asked, email, linkId: id }) === asked.permitNonce;
    });
    if (linkId !== undefined) return { email: email || null, linkId };
  }
  return { email: null, linkId: null };
}
