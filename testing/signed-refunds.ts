import { randomBytes } from "node:crypto";
import type { refundAuthorizations } from "@/db/schema/refund-authorizations";
import { newId } from "@/lib/core/ids";
import type { World } from "./world";

type Authorization = typeof refundAuthorizations.$inferSelect;

const WEEK_SECONDS = 604_800n;
const hex = (bytes: number) => `0x${randomBytes(bytes).toString("hex")}` as const;

/**
 * Writes a submitted refund, of a payment that the chain does not have, with the merchant's signature: queued, and valid
 * for a week.
 * @returns the refund's id
 */
export async function insertSignedRefund(
  world: World,
  given: Partial<Omit<Authorization, "refundId">> = {},
): Promise<string> {
  const { db, merchant } = world;
  const id = newId("refund");
  const deployment = world.deployment();
  const { createdAt = new Date(Date.now() - 1_000) } = given;
  const known = { merchantId: merchant.id, mode: "test", chainId: deployment.chain.id, createdAt };
  await db`insert into transactions ${db({
    ...known,
    id: `txn_${id}`,
    deploymentId: deployment.id,
    type: "payment",
    status: "confirmed",
    amount: 5_000_000n,
    currency: "USDC",
    fee: 0n,
    netAmount: 5_000_000n,
    feeBps: 0,
    fromAddress: hex(20),
    toAddress: hex(20),
    tokenAddress: deployment.usdc,
    ref: hex(32),
    paymentId: hex(32),
    txHash: hex(32),
    logIndex: 0,
    blockNumber: 1n,
    blockTimestamp: createdAt,
  })}`;
  await db`insert into refunds ${db({
    ...known,
    id,
    transactionId: `txn_${id}`,
    amount: 5_000_000n,
    status: "submitted",
    method: "contract",
    refundRef: hex(32),
    payout: merchant.payout,
    owner: merchant.owner.address,
    submittedAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + Number(WEEK_SECONDS) * 1_000),
  })}`;
  await db`insert into refund_authorizations ${db({
    chainId: deployment.chain.id,
    deploymentId: deployment.id,
    fromAddress: merchant.owner.address,
    nonce: hex(32),
    validBefore: BigInt(Math.floor(createdAt.getTime() / 1_000)) + WEEK_SECONDS,
    signature: hex(65),
    senderHasCode: false,
    ...given,
    createdAt,
    refundId: id,
  })}`;
  return id;
}
