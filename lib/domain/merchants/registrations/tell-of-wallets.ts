import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { merchantRegistrations } from "@/db/schema/merchants";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import type { RegistryRecordName } from "./registry-change";

/** The wallets of a registration. */
type Wallets = Pick<
  typeof merchantRegistrations.$inferSelect,
  "deploymentId" | "chainMerchantId" | "owner" | "payout"
>;

/** The wallets of registrations, as they are before anything is folded into them. */
export function readWallets(
  tx: TransactionSql,
  records: readonly RegistryRecordName[],
): Promise<Wallets[]> {
  return tx<Wallets[]>`
    select m.deployment_id, m.chain_merchant_id, m.owner, m.payout
    from json_to_recordset(${asRows(records)}::text::json)
      as n("deploymentId" text, "chainMerchantId" numeric)
    join merchant_registrations m on m.deployment_id = n."deploymentId"
      and m.chain_merchant_id = n."chainMerchantId"
    for no key update of m`;
}

/**
 * Mails the merchants whose payout address or owner is another one than before, once for the event that says so, however
 * often its block is read. In the transaction that folds it in.
 */
export async function tellOfWallets(
  tx: TransactionSql,
  before: readonly Wallets[],
  through: bigint,
): Promise<void> {
  if (before.length === 0) return;
  await queueMails(
    tx,
    tx`select m.merchant_id, m.mode, c.kind, b.email as recipient,
      jsonb_build_object('businessName', b.business_name,
        'before', '0x' || encode(c.before, 'hex'), 'after', '0x' || encode(c.after, 'hex'),
        'chainId', e.chain_id, 'at', clock_now()) as facts,
      e.chain_id || ':' || encode(e.domain_key, 'hex') as about, false as withheld
    from json_to_recordset(${asRows(before)}::text::json) as w("deploymentId" text,
      "chainMerchantId" numeric, owner text, payout text)
    join merchant_registrations m on m.deployment_id = w."deploymentId"
      and m.chain_merchant_id = w."chainMerchantId"
    join merchants b on b.id = m.merchant_id
    cross join lateral (values
      ('payout_changed', hex_bytes(w.payout), m.payout),
      ('owner_changed', hex_bytes(w.owner), m.owner)
    ) c (kind, before, after)
    cross join lateral (
      select s.chain_id, s.domain_key from registry_changes r
      join chain_events s on s.chain_id = r.chain_id and s.block_number = r.block_number
        and s.log_index = r.log_index
      where r.deployment_id = m.deployment_id and r.chain_merchant_id = m.chain_merchant_id
        and r.block_number <= ${through}
        and case c.kind when 'payout_changed' then r.payout else r.owner end = c.after
      order by r.block_number desc, r.log_index desc limit 1
    ) e
    where c.before <> c.after`,
  );
}
