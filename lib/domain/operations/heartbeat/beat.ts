import { transaction } from "@/db/client";
import { MISSED_SECONDS } from "@/lib/core/operations/job-periods";
import { notices } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";
import { returnWakes } from "@/lib/domain/platform/outbox/fold-wakes";
import { notifyOutbox } from "@/lib/domain/platform/outbox/wake";

/**
 * Notes that the job engine runs what it takes. Wake-ups that it took before this heartbeat was sent are
 * given up. If a heartbeat is missing they are sent once more, as it may have lost any of them.
 * @param sentAt when the heartbeat was sent, by the database's clock
 */
export async function beat(
  { db }: Pick<Context, "db">,
  { sentAt }: { sentAt: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    const [last] = await tx<{ hasMissed: boolean }[]>`
      select finished_at < now() - ${MISSED_SECONDS} * interval '1 second' as has_missed
      from job_runs where job = 'heartbeat' for update`;
    if (last?.hasMissed ?? true) {
      await returnWakes(tx);
      notifyOutbox(tx, notices.running);
    } else {
      await tx`delete from outbox where sent_at <= ${sentAt}`;
    }
    await tx`
      insert into job_runs (job) values ('heartbeat')
      on conflict (job) do update set finished_at = now()`;
  });
}
