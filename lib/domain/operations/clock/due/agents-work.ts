import type { Sql } from "@/db/client";
import { DIGEST_HOUR, sendDigests } from "@/lib/domain/agents/cashflow/send-digests";
import { studyPlans } from "@/lib/domain/agents/pricing/study-plans";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";

export const sendDigestsWork: ClockWork = {
  name: "agentDigests",
  each: "step",
  async run(ctx, { db, until }) {
    await sendDigests({ ...ctx, db }, { after: null, until });
    return 0;
  },
  nextAt: readNextDigest,
};

export const studyPlansWork: ClockWork = {
  name: "agentFindings",
  each: "day",
  async run(ctx, { db, until }) {
    await studyPlans({ ...ctx, db }, { after: null, until });
    return 0;
  },
};

/** The next hour of digests, where an agent watches cash flow. */
async function readNextDigest(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date }[]>`
    select (date_trunc('day', clock_now() at time zone 'utc')
      + case when extract(hour from clock_now() at time zone 'utc') < ${DIGEST_HOUR}
        then interval '0' else interval '1 day' end
      + ${DIGEST_HOUR}::int * interval '1 hour') at time zone 'utc' as at
    where exists (select from agent_configs where 'cashflow' = any (enabled_capabilities))`;
  return row?.at ?? null;
}
