import { addressOf, deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
import { walletConnectors } from "@/lib/adapters/env/wallet-settings";
import type { SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import { agreedCycles } from "@/lib/core/subscriptions/subscription-horizon";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import { networkOf } from "@/lib/domain/merchants/network-of";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import { fillSessionId, isReturnUrl } from "@/lib/domain/merchants/return-url";
import {
  type CheckoutStart,
  readCheckoutStart,
} from "@/lib/domain/payments/hosted-page/checkout-start";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findPublicPlan, type PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";

/**
 * All that the hosted page shows of a plan; nothing about its subscribers is in it.
 * @param start of the address, as `withCheckoutStart` makes it
 * @throws Refusal `not_found`
 */
export async function loadSubscribePage(
  ctx: Context<PublicActor>,
  { planId, start: token }: { planId: string; start?: string | undefined },
): Promise<SubscribePage> {
  const plan = await findPublicPlan(ctx.db, planId);
  const { status: _, asOf, ...merchant } = await readHostedMerchant(ctx.db, plan);
  const { mode, currency } = plan;
  const deployment = deploymentById(ctx.chains, plan.deploymentId);
  const { chain } = deployment;
  const start = token ? readCheckoutStart(ctx.config, { subject: planId, token, now: asOf }) : null;
  const pageUrl = `${ctx.config.APP_URL}/subscribe/${plan.id}`;
  return {
    planId: plan.id,
    mode,
    ...termsOf(plan),
    name: withoutBidiControls(plan.name),
    description: plan.description && withoutBidiControls(plan.description),
    currency,
    decimals: tokenAt(deployment, plan.tokenAddress)?.decimals ?? currencyDecimals,
    subscriptionsAddress: checksumAddress(addressOf(deployment, "subscriptions")),
    registryAddress: checksumAddress(addressOf(deployment, "registry")),
    merchant: { ...merchant, open: plan.merchantStatus === "active" },
    network: networkOf(chain),
    // Another device goes on with what the buyer has said before.
    pageUrl: start ? `${pageUrl}?start=${encodeURIComponent(token ?? "")}` : pageUrl,
    manageUrl: `${ctx.config.APP_URL}/subscriptions?mode=${mode}`,
    email: start?.email ?? null,
    returnTo: start && (start.returnPath ?? (await findSuccessUrl(ctx, plan, start))),
    start: start && (token ?? null),
    createdAt: plan.createdAt.toISOString(),
    asOf: asOf.toISOString(),
    testWallet: chain.local && ctx.config.FAUCET_PRIVATE_KEY.length > 0,
    connectors: walletConnectors(ctx.config),
  };
}

/** The success page of the payment link that led here. A subscription has no session, whose id would stand in it. */
async function findSuccessUrl(
  { db }: Pick<Context, "db">,
  plan: PlanRow,
  { linkId }: CheckoutStart,
): Promise<string | null> {
  const [link] = await db<{ successUrl: string | null }[]>`
    select success_url from payment_links where id = ${linkId} and ${ownedBy(db, plan)}`;
  const url = link?.successUrl ?? null;
  return url !== null && isReturnUrl(url, plan.mode) ? fillSessionId(url, "") : null;
}

function termsOf(plan: PlanRow) {
  const cycles = agreedCycles(plan);
  return {
    amount: digits(plan.amount),
    tokenAddress: plan.tokenAddress,
    merchantId: digits(plan.chainMerchantId),
    interval: plan.interval,
    intervalCount: plan.intervalCount,
    intervalSeconds: Number(plan.intervalSeconds),
    trialDays: plan.trialDays,
    cycles,
    endsByItself: plan.maxCycles !== null,
    cap: digits(plan.amount * BigInt(cycles)),
    active: plan.active,
  };
}
