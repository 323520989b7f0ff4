import { invalidRequest, Refusal } from "@/lib/core/errors";
import { inactive } from "@/lib/domain/merchants/refuse-inactive";
import type { Context } from "@/lib/domain/platform/context";
import type { InsertedSession, NewSession } from "./insert-sessions";
import { type SessionView, viewUnpaid } from "./view";

/** What a session is shown with. */
export type SessionViewer = Pick<Context, "chains" | "config">;

/** What came of an insert: the session, or why there is none. */
export function viewInserted(
  viewer: SessionViewer,
  { created, status }: NewSession,
  row: InsertedSession | undefined,
): SessionView | Refusal {
  if (!row) return inactive("closed");
  const { chainMerchantId, merchantStatus, accountStatus } = row;
  if (merchantStatus !== "active") return inactive(merchantStatus, accountStatus);
  if (chainMerchantId === null) {
    return notRegistered();
  }
  if (row.payoutIsUnusable) {
    return payoutUnusable();
  }
  if (row.id === null) {
    return invalidRequest("expiresAt", "expiresAt must be 30 minutes to 24 hours ahead.", {
      reason: "lifetime_not_allowed",
    });
  }
  const { metadata, expiresAt, createdAt } = row;
  const session = { ...created, status, metadata, expiresAt, createdAt, chainMerchantId };
  return viewUnpaid(viewer, session);
}

const payoutAction = { label: "Set payout address", href: "/dashboard/settings/onchain" };

/** What leads on: the first payout address has the merchant registered. */
export function notRegistered(): Refusal {
  const message = "Set the wallet that payments go to. The registration then takes a minute.";
  return new Refusal("permission_denied", "The merchant is not registered on the chain yet.", {
    details: {
      reason: "merchant_not_registered",
      prerequisites: [{ code: "not_registered", message, action: payoutAction }],
    },
  });
}

/** What leads on: another payout address. */
export function payoutUnusable(): Refusal {
  const message = "Change the payout address. Payments go on within minutes of the change.";
  return new Refusal("permission_denied", "The merchant's payout address cannot be used.", {
    details: {
      reason: "payout_unusable",
      prerequisites: [{ code: "payout_unusable", message, action: payoutAction }],
    },
  });
}
