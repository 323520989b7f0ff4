import type { ProblemKey, ProblemWords } from "@/components/hosted/words/shop/shop-words";
import { StipendConnectionError, StipendError } from "@/sdk/src/errors";

/** Why a purchase was refused. */
export interface CheckoutProblem {
  readonly key: ProblemKey;
  /** The pieces that are left, where they are fewer than were wanted. */
  readonly left: string;
}

const byReason: Readonly<Record<string, ProblemKey>> = {
  out_of_stock: "problemSoldOut",
  closed: "problemClosed",
  link_inactive: "problemClosed",
  not_on_sale: "problemClosed",
  merchant_suspended: "problemSuspended",
  merchant_closed: "problemSuspended",
  quantity_not_allowed: "problemChanged",
  amount_out_of_bounds: "problemChanged",
  amount_not_allowed: "problemChanged",
  email_required: "problemChanged",
  field_required: "problemChanged",
  field_unknown: "problemChanged",
};

/** Why a purchase was refused; `emailWrong` belongs to the field of the address. */
export function problemOf(error: unknown): CheckoutProblem {
  const key = keyOf(error);
  const left = error instanceof StipendError ? Number(error.details.available ?? 0) : 0;
  const isFewer = key === "problemSoldOut" && left > 0;
  return { key: isFewer ? "problemFewer" : key, left: String(left) };
}

function keyOf(error: unknown): ProblemKey {
  if (error instanceof StipendConnectionError) return "problemOffline";
  if (!(error instanceof StipendError)) return "problemOther";
  const { code, reason, param } = error;
  if (code === "rate_limited") return "problemBusy";
  const known = byReason[reason];
  if (known) return known;
  if (param === "customerEmail") return "emailWrong";
  return code === "not_found" ? "problemClosed" : "problemOther";
}

/** Says why a purchase was refused. */
export const sayProblem = (words: ProblemWords, problem: CheckoutProblem, merchant: string) =>
  words[problem.key].replace("{left}", problem.left).replace("{merchant}", () => merchant);
