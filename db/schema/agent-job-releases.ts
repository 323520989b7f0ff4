import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  openProposalStates,
  type ProposalState,
  proposalStates,
  type ReleaseKind,
  releaseKinds,
} from "@/lib/core/agents/job-states";
import { agentJobs } from "./agent-jobs";
import { oneOf } from "./checks";
import { address, bytes32, instant } from "./columns";
import { relayBatches } from "./relay";

/**
 * What the agent's wallet asks of the escrow for a job: its money back after the deadline, or what a token had refused. At
 * most one row of each kind per job, kept as long as the job.
 */
export const agentJobReleases = pgTable(
  "agent_job_releases",
  {
    jobId: text()
      .notNull()
      .references(() => agentJobs.id),
    kind: text().$type<ReleaseKind>().notNull(),
    chainId: integer().notNull(),
    /** As of a proposal: `done` in a final block. */
    state: text().$type<ProposalState>().notNull(),
    queuedAt: instant().notNull(),
    /** Why it waits, in the contract's or the relay's word. */
    failure: text(),
    /** How often a transaction of it was mined without effect. */
    rounds: integer().notNull().default(0),
    wallet: address(),
    /** The nonce slot that it was signed into last. */
    batchId: text().references(() => relayBatches.id),
    txHash: bytes32(),
    nextCheckAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.kind] }),
    index("agent_job_releases_open")
      .on(table.chainId, table.queuedAt)
      .where(sql.raw(`state in (${openProposalStates.map((one) => `'${one}'`).join(", ")})`)),
    index("agent_job_releases_by_batch").on(table.batchId).where(sql`${table.batchId} is not null`),
    oneOf("agent_job_releases_kind", table.kind, releaseKinds),
    oneOf("agent_job_releases_state", table.state, proposalStates),
    check(
      "agent_job_releases_widths",
      sql`coalesce(octet_length(${table.wallet}), 20) = 20
        and coalesce(octet_length(${table.txHash}), 32) = 32`,
    ),
  ],
);
