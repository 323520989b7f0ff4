import type { InputOf } from "@/lib/contract/endpoint";
import type { checkoutLink } from "@/lib/contract/storefronts/public-links";
import { invalidRequest, invalidState, Refusal } from "@/lib/core/errors";
import type { PublicLink } from "./find-public-link";
import type { StoredLink } from "./link-rows";

type Input = InputOf<typeof checkoutLink>;

/**
 * Checks that a link sells something now.
 * @throws Refusal `session_invalid_state`: `link_inactive`, `not_on_sale`, `out_of_stock`
 * @throws Refusal `permission_denied`: `merchant_suspended`, `merchant_closed`
 */
export function requireOpen({ closedBy: reason }: PublicLink): void {
  if (reason === null) return;
  if (reason === "merchant_suspended" || reason === "merchant_closed") {
    throw new Refusal("permission_denied", "The merchant is not accepting payments.", {
      details: { reason },
    });
  }
  throw invalidState("This link can't take payments now.", {
    reason,
    ...(reason === "out_of_stock" && { available: 0 }),
  });
}

/**
 * Checks what a payer gives against what the link asks for.
 * @throws Refusal `invalid_request`: `quantity_not_allowed`, `email_required`, `field_required`, `field_unknown`
 */
export function checkAnswers(
  link: StoredLink,
  { quantity = 1, customerEmail, answers = {} }: Input,
): void {
  if (quantity > link.maxQuantity) {
    throw invalidRequest("quantity", `At most ${link.maxQuantity} can be bought at once.`, {
      reason: "quantity_not_allowed",
      most: link.maxQuantity,
    });
  }
  if (link.email === "required" && customerEmail === undefined) {
    throw invalidRequest("customerEmail", "Enter an email address.", { reason: "email_required" });
  }
  const unknown = Object.keys(answers).find((key) => !link.fields.some((one) => one.key === key));
  if (unknown !== undefined) {
    throw invalidRequest(`answers.${unknown}`, "The link does not ask for this.", {
      reason: "field_unknown",
    });
  }
  // A key may be a name that each object inherits.
  const answerTo = (key: string) => (Object.hasOwn(answers, key) ? answers[key]?.trim() : "");
  const missing = link.fields.find(({ key, required }) => required && !answerTo(key));
  if (!missing) return;
  throw invalidRequest(`answers.${missing.key}`, `Enter ${missing.label}.`, {
    reason: "field_required",
  });
}

/**
 * What one piece costs: the link's amount, or what the payer chooses within its bounds.
 * @throws Refusal `invalid_request`: `amount_not_allowed`, `amount_out_of_bounds`
 */
export function priceOf(
  { amount, minAmount, maxAmount }: StoredLink,
  chosen: bigint | undefined,
): bigint {
  if (minAmount === null || maxAmount === null) {
    if (chosen === undefined && amount !== null) return amount;
    throw invalidRequest("amount", "The price is fixed.", { reason: "amount_not_allowed" });
  }
  if (chosen !== undefined && chosen >= minAmount && chosen <= maxAmount) return chosen;
  throw invalidRequest("amount", "Enter an amount within the bounds.", {
    reason: "amount_out_of_bounds",
    minAmount: minAmount.toString(),
    maxAmount: maxAmount.toString(),
  });
}
