import { runJob } from "@/inngest/run-job";
import { inngest } from "@/lib/adapters/jobs/inngest";
import type { Context, SystemActor } from "@/lib/domain/context";
import { resealIdentity } from "@/lib/domain/identity/reseal-identity";
import { resealSecrets as resealWebhooks } from "@/lib/domain/webhook-endpoints/reseal-secrets";

const MAX_ROUNDS = 50;

const reseal = async (ctx: Context<SystemActor>) =>
  (await resealWebhooks(ctx)) + (await resealIdentity(ctx));

/** After a change of the secret key, moves what the previous one sealed to the new one. */
export const resealSecrets = inngest.createFunction(
  { id: "reseal-secrets", retries: 1, triggers: [{ cron: "7 * * * *" }] },
  async ({ step }) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const sealed = await step.run(`reseal-${round}`, () => runJob("reseal-secrets", reseal));
      if (sealed === 0) return;
    }
  },
);
