import { asRows } from "@/db/as-rows";
import { type Db, transaction } from "@/db/client";
import { isRefusedAsWrong } from "@/db/refused-as-wrong";
import type { SmtpOutcome } from "@/lib/adapters/email/smtp";
import { batch } from "@/lib/core/async/batch";
import { type MailState, mailTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { ClaimedMail } from "./claim-mails";
import { secondsToNextMail } from "./mail-schedule";

/** What came of an attempt: as the mail server said it, or that it was not to be sent. */
export type MailOutcome =
  | SmtpOutcome
  | { readonly kind: "withheld"; readonly failure: string; readonly response: null };

/** `superseded`: the lease was lost and another sender has the mail; nothing was written. */
export type RecordedMail = MailState | "superseded";

type AttemptedMail = Pick<ClaimedMail, "id" | "kind" | "facts" | "fence" | "attempts">;

/**
 * Writes down what came of an attempt: the end, or when the next one is due. What follows
 * from it is written in the same transaction.
 */
export async function recordMailOutcome(
  ctx: Pick<Context, "db" | "chains" | "config" | "modules">,
  mail: AttemptedMail,
  outcome: MailOutcome,
): Promise<RecordedMail> {
  const { id: mailId, kind, facts } = mail;
  const hook = ctx.modules.mails.find((known) => known.kind === kind)?.onOutcome;
  if (!hook) return writeTogether(ctx.db, { mail, outcome });
  return transaction(ctx.db, async (tx) => {
    await hook.lock(tx, facts);
    const state = await writeOutcome(tx, mail, outcome);
    if (state === "superseded") return state;
    await hook.note(ctx, tx, facts, { mailId, state, failure: outcome.failure });
    return state;
  });
}

interface Attempt {
  readonly mail: AttemptedMail;
  readonly outcome: MailOutcome;
}

const writers = new WeakMap<Db, (attempt: Attempt) => Promise<RecordedMail>>();

/** Outcomes that come at the same time share a statement: mails are sent side by side. */
function writeTogether(db: Db, attempt: Attempt): Promise<RecordedMail> {
  let write = writers.get(db);
  if (!write) {
    const limits = { lanes: 1, size: 50, isOnesFault: isRefusedAsWrong };
    write = batch((attempts) => writeOutcomes(db, attempts), limits);
    writers.set(db, write);
  }
  return write(attempt);
}

async function writeOutcome(
  db: Db,
  mail: AttemptedMail,
  outcome: MailOutcome,
): Promise<RecordedMail> {
  const [recorded = "superseded"] = await writeOutcomes(db, [{ mail, outcome }]);
  return recorded;
}

/** Only the holder of a mail's last claim writes: an earlier one's outcome changes nothing. */
async function writeOutcomes(db: Db, attempts: readonly Attempt[]): Promise<RecordedMail[]> {
  const given = attempts.map(({ mail: { id, fence, attempts: made }, outcome }) => {
    const wait = secondsToNextMail(made, Math.random());
    const { kind, failure, response } = outcome;
    const refusesAddress = kind === "refused" && outcome.refusesAddress === true;
    const state = stateAfter(kind, wait);
    return { id, fence, state, failure, response, wait: wait ?? 0, refusesAddress };
  });
  // An address that has taken a mail is refused no longer.
  const rows = await db<Pick<AttemptedMail, "id" | "fence">[]>`
    with outcome as (update mails m set state = o.state, lease_until = null,
      failure = o.failure, response = o.response,
      next_attempt_at = clock_now() + o.wait * interval '1 second',
      closed_at = case when o.state = 'queued' then null else clock_now() end
    from json_to_recordset(${asRows(given)}::text::json)
      as o (id text, fence bigint, state text, failure text, response text, wait float8,
        "refusesAddress" boolean)
    where m.id = o.id and m.fence = o.fence and m.state in ${db(sourcesOfOutcomes)}
    returning m.id, m.fence, lower(m.recipient) as address, m.state, m.failure, m.response,
      o."refusesAddress" as refuses_address
    ), refused as (
      insert into mail_refusals (address, failure, response)
      select distinct on (address) address, failure, response from outcome where refuses_address
      on conflict (address) do nothing
    ), taken as (
      delete from mail_refusals
      where address in (select address from outcome where state = 'sent')
    )
    select id, fence from outcome`;
  const written = new Set(rows.map(claimOf));
  return given.map((one) => (written.has(claimOf(one)) ? one.state : "superseded"));
}

const claimOf = ({ id, fence }: Pick<AttemptedMail, "id" | "fence">) => `${id} ${fence}`;

/** What leads to every outcome: a claim, and nothing else. */
const sourcesOfOutcomes = sourcesOf(mailTransitions, "sent");

function stateAfter(kind: MailOutcome["kind"], wait: number | null): MailState {
  if (kind === "accepted") return "sent";
  if (kind === "refused" || kind === "withheld") return kind;
  return wait === null ? "failed" : "queued";
}
