import type { z } from "zod";
import { addressOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { ChainPreset } from "@/lib/adapters/chain/presets";
import { encodeAs } from "@/lib/contract/encode";
import { paymentSession } from "@/lib/contract/payments/payment-sessions";
import { paidStatuses } from "@/lib/core/states";
import type { JsonObject } from "@/lib/core/text/json";
import type { Context } from "@/lib/domain/platform/context";
import { type FoundPayment, type SessionRow, type ShownSession, unpaid } from "./session-rows";

export type SessionView = z.output<typeof paymentSession>;
type Progress = SessionView["payment"];
type Viewer = Pick<Context, "chains" | "config">;

function paymentOf(found: FoundPayment, preset: ChainPreset): Progress {
  const waiting = { stage: null, seenAt: null, expectedFinalAt: null };
  if (!found.transactionStatus || !found.seenAt) {
    return found.relayed ? { state: "submitted", txHash: found.relayHash, ...waiting } : null;
  }
  const isFinal = found.transactionStatus === "confirmed";
  return {
    state: isFinal ? "final" : "seen",
    stage: isFinal ? "final" : found.transactionSafe ? "safe" : "seen",
    txHash: found.transactionHash,
    seenAt: found.seenAt,
    expectedFinalAt: new Date(found.seenAt.getTime() + preset.expectedFinalSeconds * 1000),
  };
}

/** Left out where there is none, so that the events of other sessions take no room for it. */
const holdOf = ({ heldId, holdStatus }: FoundPayment): Pick<SessionView, "hold"> =>
  heldId && holdStatus ? { hold: { transactionId: heldId, status: holdStatus } } : {};

/** A session as the merchant sees it. */
export const viewSession = (viewer: Viewer, row: SessionRow) => view(viewer, row, row);

/** The view of an unpaid session. */
export const viewUnpaid = (viewer: Viewer, row: ShownSession) => view(viewer, row, unpaid);

/** Names the fields one by one: rows are wide, and to copy one takes longer than to encode it. */
function view({ chains, config }: Viewer, row: ShownSession, found: FoundPayment): SessionView {
  const deployment = deploymentById(chains, row.deploymentId);
  // A payment that the chain has lost again cannot be refunded until it is back.
  const isPaid = paidStatuses.includes(row.status) && found.transactionStatus === "confirmed";
  return {
    id: row.id,
    object: "payment_session",
    mode: row.mode,
    merchantId: row.merchantId,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    description: row.description,
    checkoutUrl: `${config.APP_URL}/pay/${row.id}`,
    successUrl: row.successUrl,
    cancelUrl: row.cancelUrl,
    ref: row.ref,
    chainId: deployment.chain.id,
    processorAddress: addressOf(deployment, "processor"),
    registryAddress: addressOf(deployment, "registry"),
    signatures: [1, 2],
    tokenAddress: row.tokenAddress,
    chainMerchantId: row.chainMerchantId,
    customerId: row.customerId,
    invoiceId: row.invoiceId,
    transactionId: found.transactionId,
    payment: paymentOf(found, deployment.chain.preset),
    ...holdOf(found),
    amountRefunded: row.amountRefunded,
    amountRefundable:
      isPaid && row.amountRefunded < row.amount ? row.amount - row.amountRefunded : 0n,
    metadata: row.metadata,
    createdVia: row.createdVia,
    expiresAt: row.expiresAt,
    confirmedAt: row.confirmedAt,
    createdAt: row.createdAt,
  };
}

/** A session as anyone with its link sees it. */
export function viewPublicSession(viewer: Viewer, row: SessionRow): SessionView {
  const { hold: _, ...shown } = viewSession(viewer, row);
  return { ...shown, metadata: {}, customerId: null };
}

/** A session as its events carry it. */
export function sessionSnapshot(viewer: Viewer, row: SessionRow): JsonObject {
  return encodeAs(paymentSession, viewSession(viewer, row));
}

/** The same for an unpaid session. */
export function unpaidSnapshot(viewer: Viewer, row: ShownSession): JsonObject {
  return encodeAs(paymentSession, viewUnpaid(viewer, row));
}
