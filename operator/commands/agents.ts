import { z } from "zod";
import { lookAtJob, planJobLook } from "@/lib/domain/agents/proposals/look-at-job";
import { contextOf, defineCommand } from "@/operator/command";

export const lookAtJobCommand = defineCommand({
  name: "look-at-job",
  summary: "check an agent's job on the chain now",
  help: `Reads a job's proposal from its treasury at the final block and says where it stands there. With --apply a job that waits is looked at immediately, as the relay does every 15 seconds: one that the treasury opened is linked, one that it withdrew ends, and one that it does not have, although a transaction was final, is proposed again.`,
  words: ["JOB"],
  options: {},
  changes: true,
  input: z.strictObject({ job: z.string().min(1).max(80) }),
  async run(desk, { job: id }) {
    const ctx = await contextOf(desk);
    const { job, chain, wouldChange } = await planJobLook(ctx, id);
    const data = { ...job, chain };
    const lines = [
      `${job.id}: ${job.status}, proposal ${job.proposal ?? "none"}${job.failure ? ` (${job.failure})` : ""}`,
      `The treasury says: ${chain}.`,
    ];
    if (!wouldChange) return { lines, data };
    const apply = async () => {
      const status = await lookAtJob(ctx, id);
      return { lines: [`${id} is ${status}.`], data: { id, status } };
    };
    return { lines: [...lines, "The job would be looked at."], data, apply };
  },
});
