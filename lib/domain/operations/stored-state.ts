import type { Db } from "@/db/client";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Address } from "@/lib/core/chain/hex";
import { streamOf } from "@/lib/domain/platform/events/number-events";

/** Rows of a kind that wait, and for how long the oldest has. */
export interface Waiting {
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Beyond it a backlog is not counted: a number that large says enough. */
const MOST_COUNTED = 10_000;

const NONE: Waiting = { count: 0, oldestSeconds: 0 };

/** Wake-ups that no process has sent, counted up to a limit. */
export async function readOutbox(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
      as oldest_seconds
    from (select created_at from outbox where sent_at is null order by id limit ${MOST_COUNTED})
      unsent`;
  return row ?? NONE;
}

/** Due calls of the embedded job engine that no process has taken. */
export async function readEngineJobs(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int, coalesce(extract(epoch from now() - min(run_at)), 0)::float8
      as oldest_seconds
    from (select run_at from engine.job where run_at <= now() order by run_at limit ${MOST_COUNTED})
      due`;
  return row ?? NONE;
}

/** Settlements that are on chain and wait for a screening, or for a person who has not decided yet. */
export async function readHeldSettlements(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int, coalesce(seconds_waited(min(created_at)), 0)::float8
      as oldest_seconds
    from transactions t where status = 'pending' and payment_exception = 'screening'
      and not exists (select from screening_decisions d where d.resource_id = t.id)`;
  return row ?? NONE;
}

/** Events that have no position yet, counted up to a limit. */
export async function readUnnumbered(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int, coalesce(seconds_waited(min(created_at)), 0)::float8
      as oldest_seconds
    from (
      select created_at from events where position is null
      order by ${streamOf(db, "events")} limit ${MOST_COUNTED}
    ) unnumbered`;
  return row ?? NONE;
}

export interface WebhookBacklog extends Waiting {
  /** Enabled endpoints whose last attempt failed. */
  readonly failingEndpoints: number;
  /** All enabled endpoints. */
  readonly enabledEndpoints: number;
}

/** Webhooks that should have been sent, and endpoints that do not take them. */
export async function readWebhooks(db: Db): Promise<WebhookBacklog> {
  const [row] = await db<WebhookBacklog[]>`
    select count(*)::int,
      coalesce(greatest(seconds_waited(min(due_at)), max(late_seconds)), 0)::float8
        as oldest_seconds,
      (select count(*)::int from webhook_endpoints
        where status = 'enabled' and failing_since is not null) as failing_endpoints,
      (select count(*)::int from webhook_endpoints where status = 'enabled') as enabled_endpoints
    from (
      (select d.due_at, null::numeric as late_seconds from webhook_dispatches d
        join webhook_endpoints w on w.id = d.endpoint_id and w.status = 'enabled'
        where d.due_at <= clock_now() order by d.due_at limit ${MOST_COUNTED})
      union all
      (select null, extract(epoch from now() - lease_until) from webhook_dispatches
        where lease_until <= now() limit ${MOST_COUNTED})
    ) due`;
  return row ?? { ...NONE, failingEndpoints: 0, enabledEndpoints: 0 };
}

export interface MailBacklog extends Waiting {
  /** For how long the oldest has been due, or its sender has overstayed its lease. */
  readonly dueSeconds: number;
  /** What came of the last attempt of the one that has waited longest; null where none was made. */
  readonly failure: string | null;
  /** How many wait that could not be rendered at their last attempt, which is a fault of ours or of their row. */
  readonly unworded: number;
  /** How many have failed for good within a day, and what came of the last that was refused or has failed. */
  readonly failed: number;
  readonly lastFailure: string | null;
  /** How many were not sent within a day because there is no mail server. */
  readonly withheld: number;
}

/** Mails that wait, counted up to a limit, and those that were not sent. */
export async function readMails(db: Db): Promise<MailBacklog> {
  const [row] = await db<MailBacklog[]>`
    with unsent as materialized (
      select state, failure, closed_at from mails
      where state in ('refused', 'failed', 'withheld', 'cancelled')
        and closed_at > clock_now() - interval '1 day'
      order by closed_at desc limit ${MOST_COUNTED}
    )
    select count(*)::int,
      coalesce(seconds_waited(min(created_at)), 0)::float8 as oldest_seconds,
      greatest(0, seconds_waited(min(next_attempt_at)), max(late_seconds))::float8 as due_seconds,
      (array_agg(failure order by created_at))[1] as failure,
      (count(*) filter (where failure = 'not_worded'))::int as unworded,
      (select count(*)::int from unsent where state = 'failed') as failed,
      (select failure from unsent where state in ('refused', 'failed')
        order by closed_at desc limit 1) as last_failure,
      (select count(*)::int from unsent where failure = 'no_smtp_url') as withheld
    from (
      (select created_at, failure, next_attempt_at, null::numeric as late_seconds
        from mails where state = 'queued' order by next_attempt_at limit ${MOST_COUNTED})
      union all
      (select created_at, failure, null, extract(epoch from now() - lease_until)
        from mails where lease_until is not null limit ${MOST_COUNTED})
    ) waiting`;
  const none = { dueSeconds: 0, failure: null, failed: 0, lastFailure: null, withheld: 0 };
  return row ?? { ...NONE, ...none, unworded: 0 };
}

export interface JobRun {
  readonly job: string;
  readonly finishedAt: Date;
  readonly secondsAgo: number;
}

/** When each job last finished. */
export function readJobRuns(db: Db): Promise<JobRun[]> {
  return db<JobRun[]>`
    select job, finished_at, extract(epoch from now() - finished_at)::float8 as seconds_ago
    from job_runs`;
}

export interface StoredCursor {
  readonly chainId: number;
  readonly number: bigint;
  readonly finalizedNumber: bigint;
  readonly haltedReason: string | null;
  /** For how long its finalised block has seemed to be lost; null while it does not. */
  readonly doubtSeconds: number | null;
}

/** How far each chain has been read. */
export function readCursors(db: Db): Promise<StoredCursor[]> {
  return db<StoredCursor[]>`
    select chain_id, number, finalized_number, halted_reason,
      extract(epoch from now() - doubt_since)::float8 as doubt_seconds
    from chain_cursors`;
}

export interface WaitingContract {
  readonly chainId: number;
  readonly kind: ContractKind;
  readonly address: Address;
  /** The last block of its history that is booked; null while that is being read. */
  readonly bookedNumber: bigint | null;
}

/** Contracts whose own history is being read before they are read along, or being booked after that. */
export function readWaitingContracts(db: Db): Promise<WaitingContract[]> {
  return db<WaitingContract[]>`
    select chain_id, kind, address, case when joined_at is not null then booked_number end
      as booked_number
    from deployment_contracts
    where case when joined_at is null then backfilled_number else booked_number end is not null`;
}
