import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  type AgentJobStatus,
  agentJobTransitions,
  escrowedJobStatuses,
  type JobFailure,
  type JobFunding,
  jobDays,
  jobFailures,
  jobFundings,
  type ManualReason,
  manualReasons,
  openJobStatuses,
  openProposalStates,
  type ProposalState,
  proposalStates,
} from "@/lib/core/agents/job-states";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import { statesOf } from "@/lib/core/states";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { transactions } from "./payments";
import { relayBatches } from "./relay";

type JobColumn =
  | "merchantId"
  | "mode"
  | "status"
  | "funding"
  | "currency"
  | "manualReason"
  | "failureReason"
  | "proposal"
  | "vendorAddress"
  | "assessorAddress"
  | "evaluatorAddress"
  | "treasuryAddress"
  | "tokenAddress"
  | "wallet"
  | "proposalTxHash"
  | "deliverable"
  | "txHash"
  | "withdrawnBlock"
  | "withdrawnHash"
  | "amount"
  | "usdCents"
  | "expiresInDays"
  | "fundedAt"
  | "chainJobId"
  | "approvedAt"
  | "closedAt";

const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((one) => `'${one}'`).join(", ")})`);

/** What every row keeps to. */
const rulesOfRows = (table: Record<JobColumn, AnyPgColumn>) => [
  widths("agent_jobs_addresses", 20, table.vendorAddress, table.evaluatorAddress),
  widths("agent_jobs_accounts", 20, table.treasuryAddress, table.tokenAddress),
  check(
    "agent_jobs_further_widths",
    sql`coalesce(octet_length(${table.assessorAddress}), 20) = 20
      and coalesce(octet_length(${table.wallet}), 20) = 20
      and coalesce(octet_length(${table.proposalTxHash}), 32) = 32
      and coalesce(octet_length(${table.deliverable}), 32) = 32
      and coalesce(octet_length(${table.txHash}), 32) = 32`,
  ),
  check(
    "agent_jobs_withdrawn",
    sql`(${table.withdrawnBlock} is null) = (${table.withdrawnHash} is null)
      and coalesce(octet_length(${table.withdrawnHash}), 32) = 32`,
  ),
  check("agent_jobs_amount", sql`${table.amount} > 0 and ${table.usdCents} > 0`),
  check(
    "agent_jobs_days",
    sql`${table.expiresInDays} between ${sql.raw(`${jobDays.least} and ${jobDays.most}`)}`,
  ),
  check("agent_jobs_parties", sql`${table.vendorAddress} <> ${table.evaluatorAddress}`),
  check(
    "agent_jobs_proposal_of_approved",
    sql`${table.proposal} is null or ${table.approvedAt} is not null`,
  ),
  check(
    "agent_jobs_on_chain_funded",
    sql`${table.fundedAt} is null or ${table.chainJobId} is not null`,
  ),
  check(
    "agent_jobs_closed",
    sql`(${table.closedAt} is not null) = (not ${isOneOf("status", openJobStatuses)})`,
  ),
  oneOf("agent_jobs_mode", table.mode, modes),
  oneOf("agent_jobs_currency", table.currency, currencies),
  oneOf("agent_jobs_status", table.status, statesOf(agentJobTransitions)),
  oneOf("agent_jobs_funding", table.funding, jobFundings),
  oneOf("agent_jobs_proposal", table.proposal, proposalStates),
  oneOf("agent_jobs_manual_reason", table.manualReason, manualReasons),
  oneOf("agent_jobs_failure", table.failureReason, jobFailures),
];

/** Work that a merchant's agent buys from a vendor through the escrow (ERC-8183). Kept for ever, as books are. */
export const agentJobs = pgTable(
  "agent_jobs",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    /** Names it on the vendor's page, which takes no account. */
    publicId: text().notNull().unique(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    chainId: integer().notNull(),
    status: text().$type<AgentJobStatus>().notNull(),
    vendorAddress: address().notNull(),
    /** Whom the merchant named to judge it; null: the treasury's evaluator does. */
    assessorAddress: address(),
    /** Who judges it. */
    evaluatorAddress: address().notNull(),
    treasuryAddress: address().notNull(),
    description: text().notNull(),
    /** Smallest unit of the token. */
    amount: uint256().notNull(),
    currency: text().$type<Currency>().notNull(),
    tokenAddress: address().notNull(),
    /** The amount in US cents, rounded up, at the rate of its creation. */
    usdCents: uint256().notNull(),
    /** Why it needed a person; null where none was needed. */
    manualReason: text().$type<ManualReason>(),
    funding: text().$type<JobFunding>(),
    /** The user who approved it; null where none was needed. */
    approvedBy: text(),
    approvedAt: instant(),
    expiresInDays: smallint().notNull(),
    /** The escrow's deadline. */
    expiresAt: instant().notNull(),
    /** Where its proposal to the treasury is; null before it is approved. */
    proposal: text().$type<ProposalState>(),
    /** keccak256 of the id, by which the treasury knows the proposal. */
    proposalId: bytes32().notNull(),
    /** Why the proposal waits, in the contract's or the relay's word. */
    proposalFailure: text(),
    /** How often a transaction of it was mined without effect. */
    rounds: integer().notNull().default(0),
    wallet: address(),
    /** The nonce slot that it was signed into last. */
    batchId: text().references(() => relayBatches.id),
    proposalTxHash: bytes32(),
    nextCheckAt: instant(),
    /** The newest block in which a node without old states said that the proposal is withdrawn. It counts once that is final. */
    withdrawnBlock: bigint({ mode: "bigint" }),
    withdrawnHash: bytes32(),
    /** The escrow's id of the job. */
    chainJobId: uint256(),
    fundedAt: instant(),
    submittedAt: instant(),
    /** What the vendor handed in, by its hash. */
    deliverable: bytes32(),
    /** Since when the escrow holds its money although it is decided: the token refused the transfer. */
    heldAt: instant(),
    /** When its vendor was screened last for the owner's wallet, which funds it; null: not yet, or not clear. */
    screenedAt: instant(),
    /** The transaction of type `agent_job` that its funding became. */
    transactionId: text().references(() => transactions.id),
    /** Of the escrow's last event about it. */
    txHash: bytes32(),
    blockNumber: bigint({ mode: "bigint" }),
    failureReason: text().$type<JobFailure>(),
    completedAt: instant(),
    closedAt: instant(),
    /** `agent.job_disputed` was sent, or `agent.job_completed`: each at most once. */
    toldDisputed: boolean().notNull().default(false),
    toldCompleted: boolean().notNull().default(false),
    /** When time alone is the next thing to look at: the last moment to submit, reminders, the deadline. */
    dueAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    pageIndex("agent_jobs_recent", table),
    pageIndex("agent_jobs_recent_by_status", table, table.status),
    pageIndex("agent_jobs_recent_by_vendor", table, table.vendorAddress),
    // What the limits count, of a merchant and mode.
    index("agent_jobs_approved")
      .on(table.merchantId, table.mode, table.approvedAt)
      .where(sql`${table.approvedAt} is not null`),
    index("agent_jobs_open")
      .on(table.merchantId, table.mode)
      .where(isOneOf("status", openJobStatuses)),
    index("agent_jobs_proposals")
      .on(table.chainId, table.approvedAt)
      .where(isOneOf("proposal", openProposalStates)),
    // What treasuries made of them is to be found out: `decideProposals` spells the same condition.
    index("agent_jobs_to_decide")
      .on(table.chainId, table.nextCheckAt)
      .where(
        sql`${table.proposal} = 'done' and ${table.chainJobId} is null and ${table.nextCheckAt} is not null`,
      ),
    // What the chain has funded and no event told of.
    index("agent_jobs_unshown")
      .on(table.approvedAt)
      .where(sql`${table.chainJobId} is not null and ${table.fundedAt} is null`),
    // Whose money is in the escrow, by its deadline.
    index("agent_jobs_escrowed").on(table.expiresAt).where(isOneOf("status", escrowedJobStatuses)),
    index("agent_jobs_by_batch").on(table.batchId).where(sql`${table.batchId} is not null`),
    uniqueIndex("agent_jobs_on_chain")
      .on(table.deploymentId, table.chainJobId)
      .where(sql`${table.chainJobId} is not null`),
    index("agent_jobs_mined")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.blockNumber} is not null`),
    index("agent_jobs_held").on(table.heldAt).where(sql`${table.heldAt} is not null`),
    index("agent_jobs_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    uniqueIndex("agent_jobs_proposal_id").on(table.proposalId),
    ...rulesOfRows(table),
  ],
);
