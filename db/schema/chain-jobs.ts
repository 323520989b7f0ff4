import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { type JobEventName, jobEventNames } from "@/lib/core/agents/job-events";
import { chainEvents, deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes32, instant, uint256 } from "./columns";

/**
 * What the escrow says of jobs for a deployment's registry, from the block in which it was seen; removed with the event.
 * What follows for a job follows once the block is final. Those of other clients have no effect.
 */
export const chainJobs = pgTable(
  "chain_jobs",
  {
    chainId: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    logIndex: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    event: text().$type<JobEventName>().notNull(),
    /** The escrow's id of the job: a digest, which no other client's job has. */
    chainJobId: uint256().notNull(),
    /** Who funded it, of `JobFunded`. */
    client: address(),
    /** Smallest unit of the token: what was escrowed, paid to the provider, or returned. */
    amount: uint256(),
    /** Of `JobCompleted`: what accrued for the registry, smallest unit. */
    fee: uint256(),
    /** Of `JobFunded`: basis points that a completion takes. */
    feeBps: integer(),
    deliverable: bytes32(),
    /** Of `JobRejected` and `JobExpired`: where the job stood, as the contract counts. */
    fromStatus: smallint(),
    txHash: bytes32().notNull(),
    blockTimestamp: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "chain_jobs_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("chain_jobs_by_job").on(table.deploymentId, table.chainJobId),
    // What treasuries funded lately: whether a job of ours asked for it.
    index("chain_jobs_funded").on(table.blockTimestamp).where(sql`${table.event} = 'JobFunded'`),
    widths("chain_jobs_hashes", 32, table.txHash),
    check(
      "chain_jobs_widths",
      sql`coalesce(octet_length(${table.client}), 20) = 20
        and coalesce(octet_length(${table.deliverable}), 32) = 32`,
    ),
    oneOf("chain_jobs_event_name", table.event, jobEventNames),
  ],
);
