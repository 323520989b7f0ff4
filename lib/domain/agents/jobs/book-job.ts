import { numberToHex } from "viem/utils";
import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { digits } from "@/lib/core/amounts/money";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { standingTransactionStatuses } from "@/lib/core/states";
import { readClock } from "@/lib/domain/platform/read-clock";
import type { JobRow } from "./job-rows";
import type { JobEvent } from "./see-job-events";

/** The settlement key of a job's money: its id in the escrow, which is a digest. */
const jobKey = (chainJobId: bigint): Bytes32 => numberToHex(chainJobId, { size: 32 });

/**
 * Books what a job takes from the treasury: one transaction per job, of the final block that funded it. A completion adds
 * the fee, and money that came back counts as refunded. Written from all final events each time: a repetition changes
 * nothing, and one whose block was replaced takes its place anew. The caller has locked the job.
 */
export async function bookJobTransaction(
  tx: TransactionSql,
  job: JobRow,
  events: readonly JobEvent[],
): Promise<void> {
  const at = (name: JobEvent["event"]) => events.find(({ event }) => event === name);
  const funding = at("JobFunded");
  if (!funding) return;
  const { txHash, logIndex, blockNumber, blockTimestamp } = funding;
  const amount = funding.amount ?? job.amount;
  const fee = at("JobCompleted")?.fee ?? 0n;
  const [row] = await tx<{ id: string }[]>`
    insert into transactions ${tx({
      id: newId("transaction"),
      merchantId: job.merchantId,
      mode: job.mode,
      deploymentId: job.deploymentId,
      type: "agent_job",
      status: "confirmed",
      confirmedAt: await readClock(tx),
      amount: digits(amount),
      currency: job.currency,
      fee: digits(fee),
      netAmount: digits(amount - fee),
      feeBps: funding.feeBps ?? 0,
      amountRefunded: digits(at("Refunded")?.amount ?? 0n),
      fromAddress: job.treasuryAddress,
      toAddress: job.vendorAddress,
      tokenAddress: job.tokenAddress,
      ref: job.proposalId,
      chainId: job.chainId,
      settlementKey: jobKey(funding.chainJobId),
      ...{ txHash, logIndex, blockNumber, blockTimestamp },
    })}
    on conflict (settlement_hash(deployment_id, coalesce(settlement_key, payment_id)))
    do update set status = 'confirmed', payment_exception = 'none', fee = excluded.fee,
      net_amount = excluded.net_amount, amount_refunded = excluded.amount_refunded,
      tx_hash = excluded.tx_hash, log_index = excluded.log_index,
      block_number = excluded.block_number, block_timestamp = excluded.block_timestamp
    where transactions.deployment_id = excluded.deployment_id
      and transactions.settlement_key = excluded.settlement_key
    returning id`;
  if (!row) throw new Error(`the transaction of job ${job.id} was not written`);
  await tx`update agent_jobs set transaction_id = ${row.id} where id = ${job.id}`;
}

/** Its funding is lost with its part of the chain. The caller has locked the job. */
export async function takeBackJobTransaction(
  tx: TransactionSql,
  { transactionId }: JobRow,
): Promise<void> {
  await tx`
    update transactions set status = 'reorged', payment_exception = 'reverted'
    where id = ${transactionId} and status in (${stateList(tx, standingTransactionStatuses)})`;
}
