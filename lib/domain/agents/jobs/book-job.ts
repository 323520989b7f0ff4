import { numberToHex } from "viem/utils";
import type { TransactionSql } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import type { JobRow } from "./job-rows";
import type { JobEvent } from "./see-job-events";

/** The settlement key of what an escrow paid for a job: its id there, which is a digest. */
const jobKey = (chainJobId: bigint): Bytes32 => numberToHex(chainJobId, { size: 32 });

/**
 * Books what a completed job cost, from the treasury to the vendor, once per job: one whose block was replaced takes its
 * place anew. The caller has locked the job.
 */
export async function bookJobTransaction(
  tx: TransactionSql,
  job: JobRow,
  completion: JobEvent,
  events: readonly JobEvent[],
): Promise<void> {
  const settlementKey = jobKey(completion.chainJobId);
  const net = completion.amount ?? 0n;
  const fee = completion.fee ?? 0n;
  const { txHash, logIndex, blockNumber, blockTimestamp } = completion;
  await tx`
    insert into transactions ${tx({
      id: newId("transaction"),
      merchantId: job.merchantId,
      mode: job.mode,
      deploymentId: job.deploymentId,
      type: "agent_job",
      status: "pending",
      amount: digits(net + fee),
      currency: job.currency,
      fee: digits(fee),
      netAmount: digits(net),
      feeBps: events.find(({ event }) => event === "JobFunded")?.feeBps ?? 0,
      fromAddress: job.treasuryAddress,
      toAddress: job.vendorAddress,
      tokenAddress: job.tokenAddress,
      ref: job.proposalId,
      chainId: job.chainId,
      settlementKey,
      txHash,
      logIndex,
      blockNumber,
      blockTimestamp,
    })}
    on conflict (settlement_hash(deployment_id, coalesce(settlement_key, payment_id)))
    do update set status = case when transactions.status = 'reorged' then 'pending'
        else transactions.status end,
      payment_exception = 'none', tx_hash = excluded.tx_hash, log_index = excluded.log_index,
      block_number = excluded.block_number, block_timestamp = excluded.block_timestamp
    where transactions.deployment_id = excluded.deployment_id
      and transactions.settlement_key = excluded.settlement_key`;
  const [row] = await tx<{ id: string }[]>`
    select id from transactions t
    where settlement_hash(t.deployment_id, coalesce(t.settlement_key, t.payment_id))
        = settlement_hash(${job.deploymentId}, ${settlementKey})
      and t.deployment_id = ${job.deploymentId} and t.settlement_key = ${settlementKey}`;
  if (!row) throw new Error("a job's transaction was written");
  await tx`
    update transactions set status = 'confirmed', confirmed_at = coalesce(confirmed_at, clock_now())
    where id = ${row.id} and status in ${tx(sourcesOf(transactionTransitions, "confirmed"))}`;
  await tx`update agent_jobs set transaction_id = ${row.id} where id = ${job.id}`;
}
