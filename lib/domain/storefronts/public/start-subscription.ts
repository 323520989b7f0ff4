import { Refusal } from "@/lib/core/errors";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import {
  type CheckoutStart,
  withCheckoutStart,
} from "@/lib/domain/payments/hosted-page/checkout-start";
import type { Context } from "@/lib/domain/platform/context";
import type { OpenedCheckout } from "./checkouts";

/** What a buyer said is good for so long. */
const START_HOURS = 24;

/**
 * Leads to the page of a plan, with what the buyer has said.
 * @throws Refusal `permission_denied` with `merchant_suspended`
 */
export function startSubscription(
  { config }: Pick<Context, "config">,
  { merchantStatus, now }: { merchantStatus: MerchantStatus; now: Date },
  { planId, start }: { planId: string; start: CheckoutStart },
): OpenedCheckout {
  if (merchantStatus !== "active") {
    throw new Refusal("permission_denied", "The merchant's account is suspended.", {
      details: { reason: "merchant_suspended" },
    });
  }
  const expiresAt = new Date(now.getTime() + START_HOURS * 3_600_000);
  const url = `${config.APP_URL}/subscribe/${planId}`;
  const page = { url, subject: planId, until: expiresAt };
  return { url: withCheckoutStart(config, page, start), sessionId: null, planId, expiresAt };
}
