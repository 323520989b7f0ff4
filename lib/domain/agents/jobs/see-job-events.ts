import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import type { JobSaid } from "@/lib/adapters/chain/events/job-events";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";

/** What the escrow said of a job, and where. */
export interface JobEvent extends JobSaid {
  readonly chainId: number;
  readonly deploymentId: string;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockTimestamp: Date;
}

/**
 * Keeps what newly mined events say of jobs. Nothing follows from it before their blocks are final: then
 * `applyJobEvents` books them. What is in a block that is replaced is removed with its event.
 */
export async function seeJobEvents(
  _ctx: Pick<Context, "log">,
  tx: TransactionSql,
  events: readonly JobEvent[],
): Promise<void> {
  await inSlices(events, async (slice) => {
    await tx`
      insert into chain_jobs (chain_id, block_number, log_index, deployment_id, event, chain_job_id,
        client, amount, fee, fee_bps, deliverable, from_status, tx_hash, block_timestamp)
      select "chainId", "blockNumber", "logIndex", "deploymentId", event, "chainJobId",
        hex_bytes(client), amount, fee, "feeBps", hex_bytes(deliverable), "fromStatus",
        hex_bytes("txHash"), "blockTimestamp"
      from json_to_recordset(${asRows(slice)}::text::json) as e("chainId" int, "blockNumber" bigint,
        "logIndex" int, "deploymentId" text, event text, "chainJobId" numeric, client text,
        amount numeric, fee numeric, "feeBps" int, deliverable text, "fromStatus" smallint,
        "txHash" text, "blockTimestamp" timestamptz)`;
  });
}
