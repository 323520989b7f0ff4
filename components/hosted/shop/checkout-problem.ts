import type { ProblemKey } from "@/components/hosted/words/shop/shop-words";
import { StipendConnectionError, StipendError } from "@/sdk/src/errors";

const byReason: Readonly<Record<string, ProblemKey>> = {
  out_of_stock: "problemSoldOut",
  closed: "problemClosed",
  link_inactive: "problemClosed",
  not_on_sale: "problemClosed",
  merchant_suspended: "problemSuspended",
  merchant_closed: "problemSuspended",
};

/** Which words say why a purchase was refused. */
export function problemOf(error: unknown): ProblemKey {
  if (error instanceof StipendConnectionError) return "problemOffline";
  if (!(error instanceof StipendError)) return "problemOther";
  const { code, reason } = error;
  if (code === "rate_limited") return "problemBusy";
  return byReason[reason ?? ""] ?? (code === "not_found" ? "problemClosed" : "problemOther");
}
