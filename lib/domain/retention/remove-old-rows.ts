import { setTimeout as sleep } from "node:timers/promises";
import type { Context, SystemActor } from "@/lib/domain/context";
import { removeClosed } from "./remove-closed";
import { removeDeliveries } from "./remove-deliveries";
import { removeDeliveryBodies } from "./remove-delivery-bodies";
import { removeEvents } from "./remove-events";
import { removeExpired } from "./remove-expired";
import { removeGasBudgets } from "./remove-gas-budgets";
import { removeIdempotencyAnswers } from "./remove-idempotency-answers";
import { removeImages } from "./remove-images";
import { removePauses } from "./remove-pauses";
import { removeRateBuckets } from "./remove-rate-buckets";
import { removeRawTransactions } from "./remove-raw-transactions";
import { removeReplays } from "./remove-replays";
import { removeRequestLog } from "./remove-request-log";
import { removeSentWakes } from "./remove-sent-wakes";
import { removeSigningRequests } from "./remove-signing-requests";
import { removeSubmissions } from "./remove-submissions";
import { findPosition, noteSlice } from "./retention-progress";
import type { RetentionTask } from "./retention-task";

const tasks: readonly RetentionTask[] = [
  removeIdempotencyAnswers,
  removeRateBuckets,
  removeSentWakes,
  removeDeliveryBodies,
  removeDeliveries,
  removeEvents,
  removeReplays,
  removeRawTransactions,
  removeSubmissions,
  removeSigningRequests,
  removePauses,
  // Payers' sign-ins that have ended, and messages that nobody signed in time.
  removeExpired("payer_sessions", "token_hash"),
  removeExpired("challenge_used", "id"),
  removeExpired("identity_codes", "token_hash"),
  removeExpired("identity_tickets", "token_hash"),
  removeExpired("identity_throttles", "key"),
  removeExpired("identity_sessions", "id"),
  removeExpired("contact_messages", "id"),
  removeExpired("inspected_webhooks", "id"),
  removeExpired("daily_volumes", "id"),
  removeExpired("identity_webhook_events", "id"),
  removeExpired("identity_revocations", "subject"),
  removeExpired("identity_step_ups", "session_id"),
  // The audit log keeps who wanted what.
  removeClosed("operator_calls", (config) => config.RETENTION_SUBMISSION_DAYS),
  removeClosed("payer_permits", (config) => config.RETENTION_SUBMISSION_DAYS),
  removeClosed("mails", (config) => config.RETENTION_MAIL_DAYS),
  removeGasBudgets,
  removeImages,
  removeRequestLog,
];

/** Between two slices, for the work that came meanwhile; a slice that took longer is followed by as long a pause. */
const LEAST_PAUSE_MS = 20;

/**
 * Removes what is older than the periods of the settings (`RETENTION_…`), kind by kind, in slices of some
 * hundred rows with pauses between them. It waits for nobody's lock: what is in use is left for the next
 * run. Two at once do no harm. A kind that fails is logged, and the others go on.
 * @param until no slice begins after it, nor after the process is to stop
 * @returns `removed`: rows; `more`: the time ended before the rows did
 */
export async function removeOldRows(
  ctx: Context<SystemActor>,
  { until }: { until: Date },
): Promise<{ removed: number; more: boolean }> {
  let removed = 0;
  let more = false;
  for (const task of tasks) {
    try {
      const outcome = await runTask(ctx, task, until);
      removed += outcome.removed;
      more ||= !outcome.finished;
    } catch (error) {
      ctx.log.error({ err: error, task: task.name }, "old rows were not removed");
    }
  }
  return { removed, more };
}

async function runTask(
  { db, config, stopping }: Context<SystemActor>,
  task: RetentionTask,
  until: Date,
): Promise<{ removed: number; finished: boolean }> {
  let after = await findPosition(db, task);
  let removed = 0;
  let advances = task.resumes;
  for (;;) {
    if (Date.now() >= until.getTime() || stopping?.aborted) return { removed, finished: false };
    const startedAt = performance.now();
    const slice = await task.removeSlice(db, config, after);
    removed += slice.removed;
    advances &&= !slice.waits;
    const finished = !slice.isFull || slice.last === null;
    await noteSlice(db, task, { ...slice, last: advances ? slice.last : null, finished });
    if (finished) return { removed, finished };
    after = slice.last ?? after;
    await sleep(Math.max(LEAST_PAUSE_MS, performance.now() - startedAt));
  }
}
