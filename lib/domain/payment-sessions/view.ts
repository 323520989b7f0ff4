import type { z } from "zod";
import { addressOf, type Chains, deploymentById } from "@/lib/adapters/chain/chains";
import { signaturesOf } from "@/lib/adapters/chain/payments";
import { encodeAs } from "@/lib/contract/encode";
import { paymentSession } from "@/lib/contract/payment-sessions";
import type { JsonObject } from "@/lib/core/json";
import { paidStatuses } from "@/lib/core/states";
import type { Context } from "@/lib/domain/context";
import type { SessionRow } from "./session-rows";

export type SessionView = z.output<typeof paymentSession>;
type Progress = SessionView["payment"];
type Viewer = Pick<Context, "chains" | "config">;

function paymentOf(row: SessionRow, chains: Chains): Progress {
  const waiting = { stage: null, seenAt: null, expectedFinalAt: null };
  if (!row.transactionStatus || !row.seenAt) {
    return row.relayed ? { state: "submitted", txHash: row.relayHash, ...waiting } : null;
  }
  const isFinal = row.transactionStatus === "confirmed";
  const { preset } = deploymentById(chains, row.deploymentId).chain;
  return {
    state: isFinal ? "final" : "seen",
    stage: isFinal ? "final" : row.transactionSafe ? "safe" : "seen",
    txHash: row.transactionHash,
    seenAt: row.seenAt,
    expectedFinalAt: new Date(row.seenAt.getTime() + preset.expectedFinalSeconds * 1000),
  };
}

/** A session as the merchant sees it. */
export function viewSession({ chains, config }: Viewer, row: SessionRow): SessionView {
  const deployment = deploymentById(chains, row.deploymentId);
  // A payment that the chain has lost again cannot be refunded until it is back.
  const isPaid = paidStatuses.includes(row.status) && row.transactionStatus === "confirmed";
  return {
    ...row,
    object: "payment_session",
    checkoutUrl: `${config.APP_URL}/pay/${row.id}`,
    chainId: deployment.chain.id,
    processorAddress: addressOf(deployment, "processor"),
    signatures: signaturesOf(deployment),
    payment: paymentOf(row, chains),
    amountRefundable:
      isPaid && row.amountRefunded < row.amount ? row.amount - row.amountRefunded : 0n,
  };
}

/** A session as anyone with its link sees it. */
export function viewPublicSession(viewer: Viewer, row: SessionRow): SessionView {
  return { ...viewSession(viewer, row), metadata: {}, customerId: null };
}

/** A session as its events carry it. */
export function sessionSnapshot(viewer: Viewer, row: SessionRow): JsonObject {
  return encodeAs(paymentSession, viewSession(viewer, row));
}
