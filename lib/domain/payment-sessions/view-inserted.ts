import { invalidRequest, Refusal } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import type { Context } from "@/lib/domain/context";
import type { Inserted } from "./insert-sessions";
import { unpaid } from "./session-rows";
import { type SessionView, viewSession } from "./view";

/** What a session is shown with. */
export type SessionViewer = Pick<Context, "chains" | "config">;

/** What came of an insert: the session, or why there is none. */
export function viewInserted(
  viewer: SessionViewer,
  row: Inserted | undefined,
): SessionView | Refusal {
  if (!row || row.merchantStatus === "closed") {
    return forbidden("merchant_closed", "The merchant's account is closed.");
  }
  if (row.merchantStatus === "suspended") {
    return forbidden("merchant_suspended", "The merchant's account is suspended.");
  }
  const { chainMerchantId } = row;
  if (chainMerchantId === null) {
    return forbidden("merchant_not_registered", "The merchant is not registered on the chain yet.");
  }
  if (row.id === null) {
    return invalidRequest("expiresAt", "expiresAt must be 30 minutes to 24 hours ahead.", {
      reason: "lifetime_not_allowed",
    });
  }
  return viewSession(viewer, { ...row, ...unpaid, chainMerchantId });
}

function forbidden(reason: ApiReason, message: string): Refusal {
  return new Refusal("permission_denied", message, { details: { reason } });
}
