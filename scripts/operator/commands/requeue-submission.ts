import { z } from "zod";
import { audited } from "@/lib/domain/audit/audited";
import {
  planRequeue,
  type RequeuePlan,
  type RequeueVerdict,
  requeueSubmission,
} from "@/lib/domain/relay/outcomes/requeue-submission";
import { contextOf, defineCommand } from "@/scripts/operator/command";

const help = `Takes a stuck payment of the relay up again, as far as that is safe. Use it when one payment does not
go on. It prints its state, its nonce and a verdict; only the first two verdicts let --apply do
anything. look_now: it waits in the queue for its time, and is looked at now. sign_again: its nonce is
used up for good and its authorization is alive, so it is signed for anew, however often it was tried.`;

const verdicts: Readonly<Record<RequeueVerdict, string>> = {
  look_now: "It waits in the queue, and would be looked at now.",
  sign_again: "Its nonce is used up and its authorization alive: it would be signed for again.",
  final: "It has ended.",
  slot_open:
    "Its transaction may still be mined: nothing may be signed for it before its nonce is used.",
  settled: "It is settled on chain, and confirmed when that is final.",
  spent: "Its authorization was used or cancelled elsewhere: it ends by itself.",
  unknown: "The chain has not been read so far, or is halted.",
};

export const requeueSubmissionCommand = defineCommand({
  name: "requeue-submission",
  summary: "take a stuck payment of the relay up again, where that is safe",
  help,
  words: ["ID"],
  options: {},
  changes: true,
  input: z.object({ id: z.string().startsWith("rsb_") }),
  async run(desk, { id: submissionId }) {
    const ctx = await contextOf(desk);
    const plan = await planRequeue(ctx, { submissionId });
    const found = { lines: linesOf(plan), data: { ...plan } };
    if (plan.verdict !== "look_now" && plan.verdict !== "sign_again") return found;
    const apply = async () => {
      const entry = {
        action: "relay_submission.requeue",
        subject: { type: "relay_submission", id: submissionId },
        before: plan,
      };
      const after = await audited(ctx, entry, (inner) =>
        requeueSubmission(inner, { submissionId }),
      );
      return { lines: [`It is ${after.state}.`], data: { ...after } };
    };
    return { ...found, apply };
  },
});

function linesOf({ submissionId, state, failureCode, rounds, slot, verdict }: RequeuePlan) {
  const code = failureCode ? `, ${failureCode}` : "";
  const place = slot
    ? `It was signed for with nonce ${slot.nonce} of ${slot.wallet}, which is ${slot.state}.`
    : "No nonce is reserved for it.";
  return [`${submissionId} is ${state}${code}, after ${rounds} rounds.`, place, verdicts[verdict]];
}
