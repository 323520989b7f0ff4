import type { Db } from "@/db/client";
import { mailTransitions, sourcesOf } from "@/lib/core/states";
import type { StoredMail } from "./mail";

/** A mail in hand. */
export interface ClaimedMail extends StoredMail {
  /** Rises with each claim: only the last claimer may write the outcome. */
  fence: bigint;
  /** This one included. */
  attempts: number;
  messageId: string;
}

/** Longer than an attempt and the writing of its outcome together take. */
const leaseSeconds = 90;

/**
 * Leases due mails, the oldest first. One whose sender died is taken over when its lease has run out, as one
 * more attempt under the same Message-ID.
 * @param domain what stands behind the `@` of a Message-ID
 */
export function claimMails(
  db: Db,
  { room, domain }: { room: number; domain: string },
): Promise<ClaimedMail[]> {
  return db<ClaimedMail[]>`
    with overdue as materialized (
      select id from mails where lease_until <= now() order by lease_until limit ${room}
      for update skip locked
    ), due as materialized (
      select id from mails where state = 'queued' and next_attempt_at <= clock_now()
      order by next_attempt_at limit ${room} for update skip locked
    )
    update mails
    set state = 'sending', fence = fence + 1, attempts = attempts + 1,
      lease_until = now() + ${leaseSeconds} * interval '1 second',
      message_id = coalesce(message_id, '<' || id || '@' || ${domain} || '>')
    where state in ${db(sourcesOf(mailTransitions, "sending"))} and id in (
      select id from overdue union all select id from due limit ${room}
    )
    returning id, merchant_id, mode, kind, recipient, facts, created_at, fence, attempts, message_id`;
}
