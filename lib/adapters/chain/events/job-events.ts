import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { jobEscrowAbi } from "@/lib/adapters/chain/abi/job-escrow";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type JobEventName, jobEventNames } from "@/lib/core/agents/job-events";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { addressIn, type ChainLog, numberIn, wordsOf } from "./parse-log";

/** What the escrow says of a job; null where its event does not say it. Amounts in the token's smallest unit. */
export interface JobSaid {
  readonly event: JobEventName;
  readonly chainJobId: bigint;
  readonly client: Address | null;
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  readonly feeBps: number | null;
  readonly deliverable: Bytes32 | null;
  readonly fromStatus: number | null;
}

/** The escrow's events that are booked, with their first topics. */
export const jobEventKinds = jobEventNames.map((name) => ({
  name,
  topic: toEventSelector(getAbiItem({ abi: jobEscrowAbi, name })) as Bytes32,
}));

const nothing = {
  client: null,
  amount: null,
  fee: null,
  feeBps: null,
  deliverable: null,
  fromStatus: null,
};

/**
 * Reads a log of the escrow about a job that has terms. Who emitted it is the caller's to judge.
 * @throws ChainDoubt the log has another shape
 */
export function decodeJobEvent(log: ChainLog): JobSaid {
  const [topic, , jobId, account] = log.topics;
  const kind = jobEventKinds.find((one) => one.topic === topic);
  if (!kind || !jobId || !account) {
    throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} is no job's`);
  }
  const base = { ...nothing, event: kind.name, chainJobId: BigInt(jobId) };
  return { ...base, ...said(kind.name, log, addressIn(account.slice(2))) };
}

function said(name: JobEventName, log: ChainLog, account: Address): Partial<JobSaid> {
  switch (name) {
    case "JobFunded": {
      const [, , , , amount, feeBps] = wordsOf(log, 7);
      return { client: account, amount: numberIn(amount), feeBps: Number(numberIn(feeBps)) };
    }
    case "JobSubmitted":
      return { deliverable: `0x${wordsOf(log, 1)[0]}` };
    case "JobCompleted": {
      const [, amount, fee] = wordsOf(log, 3);
      return { amount: numberIn(amount), fee: numberIn(fee) };
    }
    case "JobRejected": {
      const [from, , amount] = wordsOf(log, 3);
      return { fromStatus: Number(numberIn(from)), amount: numberIn(amount) };
    }
    case "JobExpired": {
      const [from, amount] = wordsOf(log, 2);
      return { client: account, fromStatus: Number(numberIn(from)), amount: numberIn(amount) };
    }
    case "PaymentReleased":
    case "Refunded":
    case "PaymentHeld":
      return { amount: numberIn(wordsOf(log, 1)[0]) };
  }
}
