import { type TransactionSql, transaction } from "@/db/client";
import { agentDigest } from "@/lib/contract/agents/digest";
import { encodeAs } from "@/lib/contract/encode";
import { dayText, lastDays } from "@/lib/core/insight/day-range";
import { type NewActivity, recordActivities } from "@/lib/domain/agents/activity/record-activity";
import { type DueConfig, dueConfigs } from "@/lib/domain/agents/config/due-configs";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";
import { readClock } from "@/lib/domain/platform/read-clock";
import { type DigestFacts, digestMails } from "./digest-mails";
import { type Digest, readDigest } from "./read-digest";

/** The hour (UTC) from which the day before is told. */
export const DIGEST_HOUR = 6;

/**
 * Tells each merchant whose agent watches its cash flow of yesterday, once a day: unusual figures, and the digest where it
 * is wanted. Of merchants it goes through some hundred at a time; one that fails is left for the next run.
 * @param given.after where the call before ended; null at first
 * @param given.until when to stop
 * @returns where to go on; null at the end
 */
export async function sendDigests(
  ctx: Context<SystemActor>,
  { after, until }: { readonly after: Owner | null; readonly until: Date },
): Promise<Owner | null> {
  const now = await readClock(ctx.db);
  if (now.getUTCHours() < DIGEST_HOUR) return null;
  const day = dayText(lastDays(now, 1).from);
  let last = after;
  for (;;) {
    const due = await dueConfigs(ctx.db, "cashflow", { after: last, day });
    for (const config of due) {
      await sendOne(ctx, config, now).catch((error: unknown) => {
        ctx.log.error({ err: error, merchantId: config.merchantId }, "a digest could not be made");
      });
      last = { merchantId: config.merchantId, mode: config.mode };
      if (new Date() > until) return last;
    }
    if (due.length === 0) return null;
  }
}

async function sendOne(ctx: Context<SystemActor>, config: DueConfig, now: Date): Promise<void> {
  const digest = await readDigest(ctx, config, config, now);
  await transaction(ctx.db, async (tx) => {
    if (!(await claimDay(tx, config, digest.day))) return;
    await recordActivities(tx, activitiesOf(config, digest));
    if (!config.digestEnabled) return;
    const { merchantId, mode } = config;
    await queueMail<DigestFacts>(tx, digestMails.daily, {
      ...{ merchantId, mode },
      about: [merchantId, mode, digest.day].join(":"),
      digest: encodeAs(agentDigest, digest) as DigestFacts["digest"],
    });
  });
}

/** @returns whether the day was not told before, and the agent still watches */
async function claimDay(tx: TransactionSql, owner: Owner, day: string): Promise<boolean> {
  const { count } = await tx`
    update agent_configs set cashflow_day = ${day}::date
    where ${ownedBy(tx, owner)} and 'cashflow' = any (enabled_capabilities)
      and (cashflow_day is null or cashflow_day < ${day}::date)`;
  return count === 1;
}

function activitiesOf(config: DueConfig, { day, anomalies }: Digest): NewActivity[] {
  const { merchantId, mode, digestEnabled } = config;
  const shared = { merchantId, mode, capability: "cashflow", outcome: "succeeded" } as const;
  const found = anomalies.map(
    ({ figure, currency, text }): NewActivity => ({
      ...shared,
      action: "report_anomaly",
      summary: `Unusual ${figure === "in" ? "takings" : "refunds"} in ${currency} on ${day}`,
      reason: text,
      setting: "cashflow.anomalySensitivity",
    }),
  );
  if (!digestEnabled) return found;
  return [
    {
      ...shared,
      action: "send_digest",
      summary: `Made the digest of ${day}`,
      reason: `The daily digest is on; unusual figures: ${anomalies.length}`,
      setting: "cashflow.digestEnabled",
    },
    ...found,
  ];
}
