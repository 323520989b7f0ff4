import type { TransactionSql } from "@/db/client";
import type { mails } from "@/db/schema/mails";
import type { Mode } from "@/lib/core/modes";
import { wakes } from "@/lib/core/operations/wakes";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { UnaskedLimit } from "./limit-unasked";
import type { Mail } from "./mail";

export type QueuedMail = Pick<typeof mails.$inferSelect, "id" | "state" | "failure">;

/**
 * Queues mails, in the transaction of what they tell of; none that was queued before and is still kept.
 * @param rows a query of `merchant_id`, `mode`, `kind`, `recipient` (none where it is null), `facts`, `about`: what it
 * tells of, beside the kind, which is told of once; and `withheld`: it is kept and not sent, being of a test
 * @param limit why all of them are kept and not sent, beside that
 * @returns those that are new
 */
export async function queueMails(
  tx: TransactionSql,
  rows: ReturnType<TransactionSql>,
  limit: UnaskedLimit | null = null,
): Promise<QueuedMail[]> {
  const queued = await tx<QueuedMail[]>`
    insert into mails
      (id, merchant_id, mode, kind, recipient, facts, dedupe_key, state, failure, closed_at)
    select new_id('eml'), m.merchant_id, m.mode, m.kind, m.recipient, m.facts,
      m.kind || ':' || m.about,
      case when m.reason is null then 'queued' else 'withheld' end, m.reason,
      case when m.reason is not null then clock_now() end
    from (
      select *, case when withheld then 'test_mode' else ${limit}::text end as reason
      from (${rows}) r
    ) m
    where m.recipient is not null
    on conflict (dedupe_key) do nothing
    returning id, state, failure`;
  if (queued.some(({ state }) => state === "queued")) await wake(tx, wakes.mails);
  return queued;
}

/** What every mail to a merchant tells. */
export type MerchantFacts = { businessName: string };

/** Mails a merchant, in the transaction of what it is told of; nothing where it has no address. */
export async function queueMail<Facts extends MerchantFacts>(
  tx: TransactionSql,
  { kind }: Mail<Facts>,
  {
    merchantId,
    mode,
    about,
    ...facts
  }: { merchantId: string; mode: Mode; about: string } & Omit<Facts, keyof MerchantFacts>,
): Promise<void> {
  await queueMails(
    tx,
    tx`select id as merchant_id, ${mode} as mode, ${kind} as kind, email as recipient,
      jsonb_build_object('businessName', business_name) || ${JSON.stringify(facts)}::text::jsonb
        as facts,
      ${about} as about, false as withheld
    from merchants where id = ${merchantId}`,
  );
}
