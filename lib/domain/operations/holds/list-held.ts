import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import type { HoldDecision } from "@/lib/core/hold-states";
import { passingResults } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";

/** A payment that screening holds up. */
export interface HeldPayment {
  /** `txn_…` of a settled payment, `rsb_…` of one that is not relayed. */
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly payer: Address;
  /** In the token's smallest unit. */
  readonly amount: bigint;
  readonly currency: Currency | null;
  readonly sessionId: string | null;
  readonly since: Date;
  /** What the lists said last: `blocked`, `flagged` or `unavailable`. */
  readonly result: string | null;
  readonly provider: string | null;
  readonly matches: readonly string[] | null;
  /** Refused ones stay held up; null while undecided. */
  readonly decision: HoldDecision | null;
}

const LISTED = 200;

/**
 * Lists what screening holds up, settled payments first, oldest first; those that were refused stay held
 * up for ever, and come after those that wait for a decision.
 * @param id lists this one alone
 */
export async function listHeld(db: Db, id: string | null = null): Promise<HeldPayment[]> {
  return db<HeldPayment[]>`
    with held as (
      (select 1 as kind, id, merchant_id, mode, from_address as payer, amount, currency, session_id,
        created_at as since
      from transactions t where status = 'pending' and payment_exception = 'screening'
        and (${id}::text is null or id = ${id})
      order by exists (
          select from screening_decisions d where d.resource_id = t.id and d.decision = 'refused'
        ), created_at limit ${LISTED})
      union all
      (select 2, s.id, s.merchant_id, s.mode, s.payer, s.amount, null, s.session_id, s.created_at
      from relay_submissions s
      where s.id = any (array(
          select submission_id from relay_open_submissions where queue is not null
            and (${id}::text is null or submission_id = ${id})
        ))
        and coalesce((
          select c.result not in (${stateList(db, passingResults)}) from compliance_screenings c
          where screening_key(c.resource_id, c.subject) = screening_key(s.id, s.payer)
            and c.resource_id = s.id and c.subject = s.payer order by c.created_at desc limit 1
        ), true)
      order by s.created_at limit ${LISTED})
    )
    select h.id, h.merchant_id, h.mode, h.payer, h.amount, h.currency, h.session_id, h.since,
      c.result, c.provider, c.matches, d.decision
    from held h
    left join screening_decisions d on d.resource_id = h.id
    left join lateral (
      select result, provider, matches from compliance_screenings
      where screening_key(resource_id, subject) = screening_key(h.id, h.payer)
        and resource_id = h.id and subject = h.payer order by created_at desc limit 1
    ) c on true
    where c.result is not null and d.decision is distinct from 'released'
    order by h.kind, h.since`;
}
