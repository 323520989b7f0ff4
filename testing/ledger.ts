import { type Log, numberToHex, parseEventLogs, type RpcLog } from "viem";
import { formatLog } from "viem/utils";
import type { Db } from "@/db/client";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { addressOf } from "@/lib/adapters/chain/chains";
import { addressTopic, lowerHex } from "@/lib/core/chain/hex";
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

/** Every settlement for our registries on the node's present chain, read without the indexer's code. */
export async function chainLedger(world: World): Promise<LedgerLine[]> {
  const address = world.chains.deployments.map((deployment) => addressOf(deployment, "processor"));
  const range = { fromBlock: numberToHex(0), toBlock: "latest", address };
  const answer = await world.chain.request<RpcLog[]>("eth_getLogs", [range]);
  const own = world.chains.deployments.map((one) => addressTopic(addressOf(one, "registry")));
  const logs = answer
    .filter(({ topics: [, registry] }) => registry && own.includes(registry))
    .map((log) => formatLog(log));
  return groupedLines(logs).sort(byPayment);
}

/** Settlements: the log of a group, and then those of its payments. */
function groupedLines(logs: Log[]): LedgerLine[] {
  const groups = new Map<string, { payout: string; feeBps: bigint }>();
  return parseEventLogs({ abi: paymentProcessorAbi, logs }).flatMap((event) => {
    const place = `${event.address} ${event.transactionHash}`;
    if (event.eventName === "PaymentsRouted") groups.set(place, event.args);
    if (event.eventName !== "PaymentSettled") return [];
    const group = groups.get(place);
    if (!group) throw new Error("a group comes before its payments");
    const fee = (event.args.amount * group.feeBps) / 10_000n;
    return [lineOf(event, { ...event.args, payout: group.payout, fee })];
  });
}

function lineOf(
  log: Pick<Log, "address" | "blockNumber" | "logIndex" | "transactionHash">,
  said: { paymentId: string; payer: string; payout: string; amount: bigint; fee: bigint },
): LedgerLine {
  return {
    processor: lowerHex(log.address),
    paymentId: said.paymentId,
    block: String(log.blockNumber),
    logIndex: Number(log.logIndex),
    txHash: String(log.transactionHash),
    payer: lowerHex(said.payer),
    payout: lowerHex(said.payout),
    amount: String(said.amount),
    fee: String(said.fee),
  };
}

/** The payments that stand, whatever their status. */
export async function databaseLedger(db: Db): Promise<LedgerLine[]> {
  const lines = await db<LedgerLine[]>`
    select d.address as processor, t.payment_id, t.block_number::text as block, t.log_index, t.tx_hash,
      t.from_address as payer, t.to_address as payout, t.amount::text, t.fee::text
    from transactions t join deployment_contracts d
      on d.deployment_id = t.deployment_id and d.kind = 'processor'
    where t.status <> 'reorged' and t.payment_id is not null`;
  return [...lines].sort(byPayment);
}

const byPayment = (a: LedgerLine, b: LedgerLine): number => (a.paymentId < b.paymentId ? -1 : 1);
