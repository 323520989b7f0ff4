import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { ApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";
import { hash, sampleWallet } from "./money-rows";

const treasuryOf = (merchantId: string, mode: Mode) => hash(`${merchantId} ${mode}`).slice(0, 42);

/** Enables commerce for a merchant, with a treasury whose policy lets no job pass without a person. */
export async function insertCommerce(
  { db }: ApiTarget,
  merchantId: string,
  mode: Mode,
  { id: deploymentId, chainId }: { id: string; chainId: number },
): Promise<void> {
  await db`
    insert into agent_configs (merchant_id, mode, enabled_capabilities)
    values (${merchantId}, ${mode}, array['commerce'])`;
  const noAccount = `0x${"0".repeat(40)}`;
  await db`insert into agent_treasuries ${db({
    deploymentId,
    merchantId,
    mode,
    chainId,
    address: treasuryOf(merchantId, mode),
    readBlock: "1",
    readAt: new Date(),
    agent: noAccount,
    evaluator: noAccount,
    thresholdCents: "0",
    monthlyCapCents: "100000000",
    vendorDayCents: "0",
    isPriced: true,
  })}`;
}

/** Requests about jobs; `id` is one that waits for a person. */
export const jobSamples = (
  id: string | undefined,
  merchantId: string,
  mode: Mode,
): Record<string, Sample> => ({
  listJobs: { query: { limit: "5" }, table: "agent_jobs" },
  approveJob: {
    params: { id: id ?? newId("agentJob") },
    owned: "id",
    body: {
      amount: "2500000",
      currency: "USDC",
      vendorAddress: sampleWallet,
      evaluatorAddress: treasuryOf(merchantId, mode),
    },
  },
});
