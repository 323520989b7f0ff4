import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";
import type { AccountFacts, FactsOf } from "./mail-facts";

/** The mails that tell a merchant of its account. */
type AccountMail = "welcome" | "live_mode_unlocked" | "payout_changed" | "webhook_secret_rotated";

interface MerchantMail<Kind extends AccountMail> {
  readonly kind: Kind;
  readonly merchantId: string;
  readonly mode: Mode;
  /** What it tells of, beside the kind: nobody is told of the same thing twice. */
  readonly about: string;
  readonly facts: Omit<FactsOf[Kind], keyof AccountFacts>;
}

/** Mails a merchant, in the transaction of what it is told of; nothing where it has no address. */
export async function queueMerchantMail<Kind extends AccountMail>(
  tx: TransactionSql,
  { kind, merchantId, mode, about, facts }: MerchantMail<Kind>,
): Promise<void> {
  const { count } = await tx`
    insert into mails (id, merchant_id, mode, kind, recipient, facts, dedupe_key)
    select ${newId("mail")}, id, ${mode}, ${kind}, email,
      jsonb_build_object('businessName', business_name) || ${JSON.stringify(facts)}::text::jsonb,
      ${`${kind}:${about}`}
    from merchants where id = ${merchantId} and email is not null
    on conflict (dedupe_key) do nothing`;
  if (count > 0) await wake(tx, wakes.mails);
}
