import { numberToHex, parseEventLogs, type RpcLog } from "viem";
import { formatLog } from "viem/utils";
import type { Db } from "@/db/client";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { addressOf } from "@/lib/adapters/chain/chains";
import { lowerHex } from "@/lib/core/hex";
import type { World } from "./world";

/** A settled payment, as the chain or the database has it; all as text, to be compared. */
export interface LedgerLine {
  processor: string;
  paymentId: string;
  block: string;
  logIndex: number;
  txHash: string;
  payer: string;
  payout: string;
  amount: string;
  fee: string;
}

/** Every settlement on the node's present chain, read without the indexer's code. */
export async function chainLedger(world: World): Promise<LedgerLine[]> {
  const address = world.chains.deployments.map((deployment) => addressOf(deployment, "processor"));
  const range = { fromBlock: numberToHex(0), toBlock: "latest", address };
  const answer = await world.chain.request<RpcLog[]>("eth_getLogs", [range]);
  const logs = answer.map((log) => formatLog(log));
  return parseEventLogs({ abi: paymentProcessorAbi, eventName: "PaymentSettled", logs })
    .map(({ args, ...log }) => ({
      processor: lowerHex(log.address),
      paymentId: args.paymentId,
      block: String(log.blockNumber),
      logIndex: Number(log.logIndex),
      txHash: String(log.transactionHash),
      payer: lowerHex(args.payer),
      payout: lowerHex(args.payout),
      amount: String(args.amount),
      fee: String(args.fee),
    }))
    .sort(byPayment);
}

/** The transactions that stand, whatever their status. */
export async function databaseLedger(db: Db): Promise<LedgerLine[]> {
  const lines = await db<LedgerLine[]>`
    select d.address as processor, t.payment_id, t.block_number::text as block, t.log_index, t.tx_hash,
      t.from_address as payer, t.to_address as payout, t.amount::text, t.fee::text
    from transactions t join deployment_contracts d
      on d.deployment_id = t.deployment_id and d.kind = 'processor'
    where t.status <> 'reorged'`;
  return [...lines].sort(byPayment);
}

const byPayment = (a: LedgerLine, b: LedgerLine): number => (a.paymentId < b.paymentId ? -1 : 1);
