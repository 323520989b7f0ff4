import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import type { MailState } from "@/lib/core/states";

/** A mail as an operator sees it. */
export interface ListedMail {
  readonly id: string;
  /** Null for mails about an account. */
  readonly merchantId: string | null;
  readonly mode: Mode;
  readonly kind: string;
  readonly recipient: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly failure: string | null;
  readonly response: string | null;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
}

const SHOWN = 100;

/** The mails of all merchants that wait, and below them those that were not sent: the last hundred of each. */
export async function listUnsentMails(db: Db): Promise<ListedMail[]> {
  const waiting = await db<ListedMail[]>`
    select ${mailColumns(db)} from mails
    where state = 'queued' or lease_until is not null order by next_attempt_at limit ${SHOWN}`;
  const unsent = await db<ListedMail[]>`
    select ${mailColumns(db)} from mails
    where state in ('refused', 'failed', 'withheld', 'cancelled')
    order by closed_at desc, id desc limit ${SHOWN}`;
  return [...waiting, ...unsent];
}

/** One mail, regardless of its merchant; null when there is none, or no more. */
export async function findMail(db: Db, id: string): Promise<ListedMail | null> {
  const [mail] = await db<ListedMail[]>`select ${mailColumns(db)} from mails where id = ${id}`;
  return mail ?? null;
}

/** What is shown of a mail: never its facts. */
export function mailColumns(db: Db) {
  return db`
    id, merchant_id, mode, kind, recipient, state, attempts, failure, response,
    created_at, next_attempt_at`;
}
