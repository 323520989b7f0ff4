import { claimData, submitJobData } from "@/lib/adapters/chain/calls/agent-calls";
import { addressOf, type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import type { JobPage } from "@/lib/contract/agents/hosted-job";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { checksumAddress, zeroBytes32 } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import { networkOf } from "@/lib/domain/merchants/network-of";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { type JobRow, selectJobs } from "./job-rows";

/**
 * Everything that the hosted page shows of a job. Anyone with its link may see it; a job that waits for a person has no
 * page yet, and never had one if it ended so.
 * @throws Refusal `not_found`
 */
export async function loadJobPage(
  ctx: Context<PublicActor>,
  { publicId }: { publicId: string },
): Promise<JobPage> {
  const { db, chains } = ctx;
  const [row] = await db<JobRow[]>`${selectJobs(db)} where j.public_id = ${publicId}`;
  if (!row || row.approvedAt === null) throw notFound("job");
  const { name, website, supportEmail, logo } = await readHostedMerchant(db, row);
  const deployment = deploymentById(chains, row.deploymentId);
  const { chain } = deployment;
  const explorer = chain.preset.explorer;
  return {
    mode: row.mode,
    status: row.status,
    isHeld: row.heldAt !== null,
    merchant: { name, website, supportEmail, logo },
    description: withoutBidiControls(row.description),
    amount: digits(row.amount),
    currency: row.currency,
    decimals: currencyDecimals,
    vendor: checksumAddress(row.vendorAddress),
    evaluator: checksumAddress(row.evaluatorAddress),
    isJudgedByMerchant: row.evaluatorAddress === row.treasuryAddress,
    network: networkOf(chain),
    submitBy: row.submitBy.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    deliverable: row.deliverable,
    submission: submissionOf(deployment, row, await readClock(db)),
    claim: claimOf(deployment, row),
    localChainId: chain.local ? chain.id : null,
    transaction: row.txHash && {
      hash: row.txHash,
      url: explorer ? `${explorer}/tx/${row.txHash}` : null,
    },
  };
}

/** The call with the hash cut out, since the vendor gives it in the browser. */
function submissionOf(deployment: Deployment, row: JobRow, now: Date): JobPage["submission"] {
  if (row.status !== "funded" || row.chainJobId === null || now >= row.submitBy) return null;
  const data = submitJobData(row.chainJobId, zeroBytes32);
  // Selector and job id; the hash; what follows it.
  const [from, to] = [2 + 8 + 64, 2 + 8 + 128];
  return {
    to: addressOf(deployment, "escrow"),
    prefix: data.slice(0, from),
    suffix: data.slice(to),
  };
}

function claimOf(deployment: Deployment, row: JobRow): JobPage["claim"] {
  if (row.status !== "completed" || row.heldAt === null || row.chainJobId === null) return null;
  return { to: addressOf(deployment, "escrow"), data: claimData(row.chainJobId) };
}
