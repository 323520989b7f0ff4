import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  bytes32,
  currency,
  id,
  idParams,
  instant,
  listOf,
  mode,
  must,
  pageQuery,
  says,
  uint256,
} from "@/lib/contract/fields";
import { walletCall } from "@/lib/contract/merchants/wallet-call";
import {
  agentJobTransitions,
  jobDays,
  jobFailures,
  jobFundings,
  manualReasons,
  proposalHolds,
} from "@/lib/core/agents/job-states";
import { statesOf } from "@/lib/core/states";

const tag = "Agents";
const status = z.enum(statesOf(agentJobTransitions));

const description = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .meta(says("The work that is bought; the vendor sees it", "Translate 12 pages into German"));

export const agentJob = z
  .object({
    id: id("agentJob"),
    object: z.literal("agent_job"),
    mode,
    status: status.meta({
      description:
        "`approved`: to be funded, see `funding`. From `funded` on as final blocks show it. `expired`: its time passed before the vendor could be paid",
    }),
    vendorAddress: address,
    assessorAddress: address.nullable(),
    evaluatorAddress: address,
    treasuryAddress: address,
    description,
    amount,
    currency,
    tokenAddress: address,
    chainId: z.number().int(),
    usdCents: uint256.meta({
      description: "The amount in US cents, rounded up, as it counts towards limits",
      example: "250",
    }),
    approvalReason: z.enum(manualReasons).nullable(),
    approvedBy: z.enum(["policy", "person"]).nullable(),
    funding: z.enum(jobFundings).nullable(),
    proposalHold: z.enum(proposalHolds).nullable(),
    instructions: z.array(walletCall),
    expiresInDays: z.number().int(),
    submitBy: instant,
    expiresAt: instant.meta(
      says("The escrow's deadline: without a decision the money goes back then"),
    ),
    vendorUrl: z.string().meta(says("The vendor's page, which needs no account")),
    proposalId: bytes32,
    proposalTxHash: bytes32.nullable(),
    chainJobId: uint256.nullable(),
    deliverable: bytes32.nullable(),
    transactionId: z.string().nullable(),
    heldAt: instant
      .nullable()
      .meta(
        says(
          "Since when the escrow holds the money of a decided job, because the token refused the transfer; it is tried again",
        ),
      ),
    txHash: bytes32.nullable(),
    failureReason: z.enum(jobFailures).nullable(),
    approvedAt: instant.nullable(),
    fundedAt: instant.nullable(),
    submittedAt: instant.nullable(),
    completedAt: instant.nullable(),
    closedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "AgentJob" });

const dayRange = must(`must be a whole number from ${jobDays.least} to ${jobDays.most}`);

export const createJob = endpoint({
  method: "POST",
  path: "/v1/agents/jobs",
  tag,
  summary: "Create a job",
  description:
    "Asks the agent to buy work through the escrow. It is approved at once if the job, and the vendor's day with it, stay at or below the threshold, the vendor is approved, and the spending of 30 days stays within the cap, by the stricter of the settings and the treasury's policy. Anything else waits for a person.",
  auth: "merchant",
  scope: "agents_write",
  needs: "escrow",
  body: z.strictObject({
    vendorAddress: address.meta(says("The wallet of the vendor, who is paid")),
    description,
    amount,
    currency,
    assessorAddress: address
      .optional()
      .meta(says("Who judges the work; the treasury, through its owner, by default")),
    expiresInDays: z
      .number(dayRange)
      .int(dayRange)
      .min(jobDays.least, dayRange)
      .max(jobDays.most, dayRange)
      .optional()
      .meta(says(`Days until the escrow's deadline, ${jobDays.usual} by default`, jobDays.usual)),
  }),
  status: 201,
  response: agentJob,
  errors: ["session_invalid_state"],
});

export const listJobs = endpoint({
  method: "GET",
  path: "/v1/agents/jobs",
  tag,
  summary: "List jobs",
  auth: "merchant",
  scope: "agents_read",
  query: z.strictObject({
    ...pageQuery,
    status: status.optional(),
    vendorAddress: address.optional(),
  }),
  status: 200,
  response: listOf(agentJob),
});

export const getJob = endpoint({
  method: "GET",
  path: "/v1/agents/jobs/{id}",
  tag,
  summary: "Retrieve a job",
  auth: "merchant",
  scope: "agents_read",
  params: idParams,
  status: 200,
  response: agentJob,
  errors: ["not_found"],
});

export const approveJob = endpoint({
  method: "POST",
  path: "/v1/agents/jobs/{id}/approve",
  tag,
  summary: "Approve a job",
  description:
    "A person approves a job that waits, and may state again what is approved: other terms than the job's are refused. The caps hold for persons too. For persons who are signed in: API keys are refused with `session_required`.",
  auth: "session",
  stepUp: true,
  params: idParams,
  body: z.strictObject({
    amount: amount.optional().meta(says("The job's amount, as the person was shown it", "2500000")),
    currency: currency.optional(),
    vendorAddress: address.optional().meta(says("The job's vendor")),
    evaluatorAddress: address.optional().meta(says("Who judges the job")),
  }),
  status: 201,
  response: agentJob,
  errors: ["not_found", "session_invalid_state"],
});

export const cancelJob = endpoint({
  method: "POST",
  path: "/v1/agents/jobs/{id}/cancel",
  tag,
  summary: "Cancel a job",
  description:
    "Possible before the escrow holds money for it. Refused while its proposal is on its way to the chain. A proposal that waits there for the owner stays: `instructions` has the call that withdraws it.",
  auth: "merchant",
  scope: "agents_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: agentJob,
  errors: ["not_found", "session_invalid_state"],
});
