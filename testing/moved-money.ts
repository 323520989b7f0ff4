import { encodeFunctionData, keccak256, toHex } from "viem";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { approvalCall, refundCall } from "@/lib/adapters/chain/calls/refund-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { ChargeProof } from "@/lib/adapters/chain/reads/charge-proof";
import { transferData } from "@/lib/adapters/chain/reads/transfers";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { findPaymentProof } from "@/lib/domain/refunds/find-payment-proof";
import { recordRefundSignature } from "@/lib/domain/refunds/record-refund-signature";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";
import { forAMinute, index, makeFinal } from "./relay";
import { fundPayer, payDirectly, resend } from "./settlements";
import { insertPlan } from "./subscription-rows";
import { enrolDirectly } from "./subscriptions";
import type { World } from "./world";

const refOf = (name: string): Bytes32 => keccak256(toHex(name));

/**
 * Moves money in every way: payments of both currencies and of a block that was replaced, a charge, refunds of both by
 * their contracts and by a plain transfer, and sweeps of both contracts. Everything is final.
 */
export async function moveMoney(world: World): Promise<void> {
  const { owner } = world.merchant;
  for (const { address } of [owner, world.chain.treasury]) {
    await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
  }
  await world.mint(owner.address, 1_000_000_000n);
  const payer = await fundPayer(world);
  await payDirectly(world, payer, { amount: 10_000_001n });
  await world.chain.mine();
  const replaced = [
    await payDirectly(world, payer, { amount: 7_000_000n, currency: "EURC" }),
    await payDirectly(world, payer, { amount: 3_000_000n }),
  ];
  await world.chain.mine();
  await index(world);
  await world.chain.request("anvil_reorg", [1, []]);
  await index(world);
  await world.chain.mine();
  await resend(
    world,
    replaced.map(({ raw }) => raw),
  );
  await world.chain.mine();
  const refunded = await payDirectly(world, payer, { amount: 5_000_000n });
  await world.chain.mine();
  const plan = await insertPlan(world);
  const charge = await enrolDirectly(world, payer, { plan, periods: 12 });
  await makeFinal(world, 4);

  await refundPayment(world, refunded.paymentId);
  const chargeProof: ChargeProof = { terms: charge.terms, period: 0n, number: 0n };
  await refundByContract(world, {
    proof: chargeProof,
    amount: 2_000_000n,
    refundRef: refOf("two"),
  });
  await refundByTransfer(world, refunded.paymentId, payer.address);
  const { usdc } = world.deployment();
  for (const kind of ["processor", "subscriptions"] as const) {
    const args = [addressOf(world.deployment(), "registry"), usdc] as const;
    const data = encodeFunctionData({ abi: paymentProcessorAbi, functionName: "sweepFees", args });
    await world.send(world.chain.treasury, { to: addressOf(world.deployment(), kind), data });
  }
  await makeFinal(world, 4);
  await world.db`
    update refunds set due_at = clock_now() - interval '1 second' where refund_tx_hash is not null`;
  await settleDueRefunds(world.systemContext(), forAMinute());
}

async function transactionOf(world: World, paymentId: Bytes32): Promise<string> {
  const [row] = await world.db<{ id: string }[]>`
    select id from transactions where payment_id = ${paymentId}`;
  if (!row) throw new Error("the payment is booked");
  return row.id;
}

async function refundByContract(world: World, order: Parameters<typeof refundCall>[1]) {
  const calls: { to: Hex; data: Hex }[] = [
    approvalCall(world.deployment(), order),
    refundCall(world.deployment(), order),
  ];
  for (const call of calls) await world.send(world.merchant.owner, call);
}

async function refundPayment(world: World, paymentId: Bytes32): Promise<void> {
  const transactionId = await transactionOf(world, paymentId);
  const name = { merchantId: world.merchant.id, mode: "test", transactionId } as const;
  const proof = await findPaymentProof(world.systemContext(), name);
  if (!proof) throw new Error("the payment is proved");
  await refundByContract(world, { proof, amount: 1_000_000n, refundRef: refOf("one") });
}

/** As where the contract for refunds is not deployed. */
async function refundByTransfer(world: World, paymentId: Bytes32, to: Hex): Promise<void> {
  const { chains } = world;
  const deployments = chains.deployments.map((one) => {
    const { refunds: _, ...contracts } = one.contracts;
    return { ...one, contracts };
  });
  const ctx = { ...world.merchantContext(), chains: { ...chains, deployments } };
  const amount = 500_000n;
  const transactionId = await transactionOf(world, paymentId);
  const input = { transactionId, amount, reason: "customer_request" } as const;
  const { id } = await createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
  // The chain's clock may be behind the machine's: what is mined before it was asked for is no refund.
  await world.db`update refunds set created_at = created_at - interval '1 hour' where id = ${id}`;
  const call = { to: world.deployment().usdc, data: transferData(to, amount) };
  const refundTxHash = await world.send(world.merchant.owner, call);
  await recordRefundSignature(world.merchantContext(), { id, refundTxHash });
}
