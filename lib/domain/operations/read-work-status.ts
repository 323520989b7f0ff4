import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Env } from "@/lib/adapters/env/env";
import { openAuthorizationStates } from "@/lib/core/refund-authorization-states";
import type { SubmissionState } from "@/lib/core/states";
import { isDue } from "@/lib/domain/refunds/relayed/authorization-rows";

/** Open submissions in one state. */
export interface SubmissionCount {
  readonly chainId: number;
  readonly state: SubmissionState;
  readonly count: number;
  readonly oldestId: string;
  readonly oldestAt: Date;
}

/** What waits, and since when. */
export interface WorkStatus {
  readonly submissions: readonly SubmissionCount[];
  /** Refunds that merchants have signed, and that the relay is to look at. */
  readonly signedRefunds: Waiting;
  readonly webhooks: Waiting;
  /** Wake-ups that were not sent. */
  readonly outbox: Waiting;
  /** Jobs of the embedded engine that are due; null where Inngest runs the jobs. */
  readonly jobs: Waiting | null;
  /** Schedules of the embedded engine that were due and not fired; null likewise. */
  readonly schedules: Waiting | null;
}

/** How many are due, and since when the first. */
export interface Waiting {
  readonly due: number;
  readonly since: Date | null;
}

/** A schedule that is late by more than this is not being fired. */
const LATE_SECONDS = 120;

/** Reads what the relay, the webhook sender and the job engine have before them. */
export async function readWorkStatus(
  db: Db,
  { INNGEST_BASE_URL }: Pick<Env, "INNGEST_BASE_URL">,
): Promise<WorkStatus> {
  const [submissions, signedRefunds, webhooks, outbox, jobs, schedules] = await Promise.all([
    countSubmissions(db),
    waiting(
      db`
      select a.created_at as at from refund_authorizations a
      where a.state in (${stateList(db, openAuthorizationStates)}) and ${isDue(db)}
        and (a.next_check_at is null or a.next_check_at <= clock_now())`,
      db,
    ),
    waiting(
      db`
      select due_at as at from webhook_dispatches where due_at <= clock_now()
      union all select lease_until from webhook_dispatches where lease_until <= now()`,
      db,
    ),
    waiting(db`select created_at as at from outbox where sent_at is null`, db),
    waiting(db`select run_at as at from engine.job where run_at <= now()`, db),
    waiting(
      db`
      select next_at as at from engine.cron
      where next_at < now() - ${LATE_SECONDS} * interval '1 second'`,
      db,
    ),
  ]);
  const engine = INNGEST_BASE_URL ? { jobs: null, schedules: null } : { jobs, schedules };
  return { submissions, signedRefunds, webhooks, outbox, ...engine };
}

async function waiting(rows: ReturnType<Db>, db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int as due, min(at) as since from (${rows}) w`;
  return { due: row?.due ?? 0, since: row?.since ?? null };
}

function countSubmissions(db: Db): Promise<SubmissionCount[]> {
  return db<SubmissionCount[]>`
    select chain_id, state, count(*)::int as count, min(created_at) as oldest_at,
      (array_agg(id order by created_at, id))[1] as oldest_id
    from relay_submissions
    where id = any (array(select submission_id from relay_open_submissions))
    group by chain_id, state order by chain_id, min(created_at)`;
}
