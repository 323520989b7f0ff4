import { deploymentById } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { passingResults, type ScreeningResult } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import { screenWallets } from "@/lib/domain/compliance/screen-wallets";
import type { Context } from "@/lib/domain/platform/context";

/** What screening has to know of a job. */
export interface ScreenedJob {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly deploymentId: string;
  readonly vendorAddress: Address;
}

/** Whether money may go to a job's vendor: `unavailable` is no yes. */
export type VendorVerdict = "clear" | "blocked" | "unavailable";

/**
 * Screens a job's vendor and writes the result down. Asks the outside world: call it outside any transaction.
 * @param trigger what asks: the job's creation, its approval, or its funding
 */
export async function screenVendor(
  ctx: Pick<Context, "db" | "config" | "chains">,
  job: ScreenedJob,
  trigger: "agent_job" | "agent_job_approval" | "agent_job_funding",
): Promise<VendorVerdict> {
  const [result] = await screenWallets(ctx, [
    {
      merchantId: job.merchantId,
      mode: job.mode,
      subject: job.vendorAddress,
      trigger,
      resourceId: job.id,
      deployment: deploymentById(ctx.chains, job.deploymentId),
    },
  ]);
  return verdictOf(result ?? "unavailable");
}

const verdictOf = (result: ScreeningResult): VendorVerdict =>
  passingResults.includes(result) ? "clear" : result === "blocked" ? "blocked" : "unavailable";
