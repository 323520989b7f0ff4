import { parseEventLogs, type RpcLog } from "viem";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { type Address, addressTopic, type Bytes32, lowerHex } from "@/lib/core/chain/hex";

/** `PaymentSettled` as the true chain has it. */
export interface ChainSettlement {
  deploymentId: string;
  paymentId: Bytes32;
  merchantId: bigint;
  ref: Bytes32;
  payer: Address;
  token: Address;
  payout: Address;
  amount: bigint;
  fee: bigint;
  block: bigint;
  blockHash: Bytes32;
  txHash: Bytes32;
  logIndex: number;
}

type Split = Pick<ChainSettlement, "merchantId" | "token" | "payout" | "fee">;

/**
 * What a deployment's processor settled, in the chain's order: token, payout and rate stand in the `PaymentsRouted`
 * before it.
 */
export function settlementsIn(logs: readonly RpcLog[], deployment: Deployment): ChainSettlement[] {
  const processor = addressOf(deployment, "processor");
  const own = addressTopic(addressOf(deployment, "registry"));
  const ours = logs.filter(
    ({ address, topics }) => lowerHex(address) === processor && topics[1] === own,
  );
  let route: { merchantId: bigint; token: Address; payout: Address; feeBps: bigint } | undefined;
  return parseEventLogs({ abi: paymentProcessorAbi, logs: ours }).flatMap((event) => {
    if (event.eventName === "PaymentsRouted") {
      const { merchantId, token, payout, feeBps } = event.args;
      route = { merchantId, token: lowerHex(token), payout: lowerHex(payout), feeBps };
    }
    if (event.eventName !== "PaymentSettled") return [];
    if (!route) throw new Error("a payment was settled without a route");
    const { feeBps, ...to } = route;
    return [
      settlement(deployment.id, event, { ...to, fee: (event.args.amount * feeBps) / 10_000n }),
    ];
  });
}

interface SettledLog {
  args: { paymentId: string; ref: string; payer: string; amount: bigint };
  blockNumber: bigint | string | null;
  blockHash: string | null;
  transactionHash: string | null;
  logIndex: number | string | null;
}

function settlement(deploymentId: string, log: SettledLog, split: Split): ChainSettlement {
  const { paymentId, ref, payer, amount } = log.args;
  return {
    deploymentId,
    paymentId: lowerHex(paymentId),
    ref: lowerHex(ref),
    payer: lowerHex(payer),
    ...split,
    amount,
    block: BigInt(log.blockNumber ?? 0),
    blockHash: lowerHex(log.blockHash ?? ""),
    txHash: lowerHex(log.transactionHash ?? ""),
    logIndex: Number(log.logIndex),
  };
}
