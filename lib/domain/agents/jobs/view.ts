import type { z } from "zod";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { agentJob } from "@/lib/contract/agents/jobs";
import { encodeAs } from "@/lib/contract/encode";
import { type ProposalHold, proposalHolds } from "@/lib/core/agents/job-states";
import type { JsonObject } from "@/lib/core/text/json";
import type { Context } from "@/lib/domain/platform/context";
import { jobInstructions } from "./job-instructions";
import type { JobRow } from "./job-rows";

export type JobView = z.output<typeof agentJob>;
export type JobViewer = Pick<Context, "chains" | "config">;

/**
 * A job as the merchant sees it.
 * @param now the time of the business
 */
export function viewJob({ chains, config }: JobViewer, row: JobRow, now: Date): JobView {
  const { approvedAt, approvedBy, manualReason } = row;
  return {
    ...row,
    object: "agent_job",
    approvalReason: manualReason,
    approvedBy: approvedAt === null ? null : approvedBy === null ? "policy" : "person",
    proposalHold: proposalHoldOf(row),
    instructions: jobInstructions(deploymentById(chains, row.deploymentId), row, now),
    vendorUrl: `${config.APP_URL}/job/${row.publicId}`,
  };
}

/**
 * Why it was not proposed when the agent's wallet took it last, or, while the treasury waits for the owner's wallet, why
 * that is not given the call; null where nothing holds it, or it is not to be proposed.
 */
function proposalHoldOf({
  status,
  proposal,
  proposalFailure: failure,
}: JobRow): ProposalHold | null {
  if (status !== "approved" || failure === null) return null;
  if (proposal === "done") return failure === "screening_unavailable" ? failure : null;
  if (proposal !== "queued") return null;
  // What a treasury reverts with is stored by its selector.
  if (failure.startsWith("0x")) return "treasury_refuses";
  return proposalHolds.find((hold) => hold === failure) ?? null;
}

/** A job as its events carry it. */
export function jobSnapshot(viewer: JobViewer, row: JobRow, now: Date): JsonObject {
  return encodeAs(agentJob, viewJob(viewer, row, now));
}
