import { deploymentById } from "@/lib/adapters/chain/chains";
import { encodeAs } from "@/lib/contract/encode";
import { refund } from "@/lib/contract/refunds/refunds";
import type { JsonObject } from "@/lib/core/text/json";
import type { Context } from "@/lib/domain/platform/context";
import type { RefundView } from "./authorizations";
import { instructionsOf } from "./instructions";
import type { RefundRow } from "./refund-rows";

type Viewer = Pick<Context, "chains">;

/** A refund as the merchant sees it. */
export function viewRefund({ chains }: Viewer, row: RefundRow): RefundView {
  const chain = chains.all.find(({ id }) => id === row.chainId);
  const explorer = chain?.preset.explorer;
  const authorization = authorizationOf(row);
  const refundTxHash = row.refundTxHash ?? authorization?.txHash ?? null;
  const hash = row.txHash ?? refundTxHash;
  const expires =
    row.status === "pending" && row.refundTxHash === null && row.origin !== "late_charge";
  return {
    ...row,
    object: "refund",
    refundTxHash,
    authorization,
    explorerUrl: explorer && hash ? `${explorer}/tx/${hash}` : null,
    expiresAt: expires ? row.expiresAt : null,
    instructions: instructionsOf(deploymentById(chains, row.deploymentId), row),
  };
}

/** The merchant's signature that the relay sends. Its transaction is told once it is on its way. */
function authorizationOf(row: RefundRow): RefundView["authorization"] {
  const { authorizedBy: from, authorizationState: state, authorizationValidBefore: end } = row;
  if (from === null || state === null || end === null) return null;
  return {
    from,
    state,
    obstacle: row.obstacle,
    txHash: state === "signed" ? null : row.authorizationTxHash,
    validBefore: new Date(Number(end) * 1_000),
  };
}

/** A refund as its events carry it. */
export function refundSnapshot(viewer: Viewer, row: RefundRow): JsonObject {
  return encodeAs(refund, viewRefund(viewer, row));
}
