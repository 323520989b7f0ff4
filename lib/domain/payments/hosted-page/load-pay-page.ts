import { addressOf, deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
import { walletConnectors } from "@/lib/adapters/env/wallet-settings";
import type { PayChain, PayPage, PayStatus } from "@/lib/contract/payments/hosted-pay";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import { networkOf } from "@/lib/domain/merchants/network-of";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import { fillSessionId, isReturnUrl, successUrlFor } from "@/lib/domain/merchants/return-url";
import { findOffers } from "@/lib/domain/payments/sessions/find-offers";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { readCheckoutStart } from "./checkout-start";
import { FIRST_SIGNATURES } from "./hosted-nonce";
import { readPayStatus } from "./pay-status";

/**
 * Everything that the hosted page shows of a session. Anyone with its id may see it; it contains nothing about the
 * customer and none of the merchant's own data.
 * @param start of the address, as `withCheckoutStart` makes it
 * @throws Refusal `not_found`
 */
export async function loadPayPage(
  ctx: Context<PublicActor>,
  { sessionId, start }: { sessionId: string; start?: string | undefined },
): Promise<PayPage> {
  const { row, status } = await readPayStatus(ctx, sessionId);
  const [merchant, chains] = await Promise.all([
    readHostedMerchant(ctx.db, row),
    chainsOf(ctx, row, status),
  ]);
  const { name, website, supportEmail, logo } = merchant;
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const { chain } = deployment;
  const email = emailOf(ctx, sessionId, { token: start, now: new Date(status.asOf) });
  const pageUrl = `${ctx.config.APP_URL}/pay/${row.id}`;
  return {
    sessionId: row.id,
    mode: row.mode,
    ...amountOf(ctx, row),
    merchantId: digits(row.chainMerchantId),
    processorAddress: checksumAddress(addressOf(deployment, "processor")),
    registryAddress: checksumAddress(addressOf(deployment, "registry")),
    signatures: FIRST_SIGNATURES,
    description: row.description && withoutBidiControls(row.description),
    email,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    merchant: { name, website, supportEmail, logo },
    network: networkOf(chain),
    chains,
    // Another device knows the buyer's address, too.
    pageUrl: email && start ? `${pageUrl}?start=${encodeURIComponent(start)}` : pageUrl,
    ...linksOf(row),
    status,
    testWallet: chain.local && ctx.config.FAUCET_PRIVATE_KEY.length > 0,
    connectors: walletConnectors(ctx.config),
  };
}

/** Those that the payer can choose from; none where that is settled. */
async function chainsOf(ctx: Context, row: SessionRow, { status }: PayStatus): Promise<PayChain[]> {
  if (status !== "open" && status !== "failed") return [];
  const { deployments, isMovable } = await findOffers(ctx, row);
  if (!isMovable) return [];
  return deployments.map(({ chain }) => ({ chainId: chain.id, label: chain.preset.label }));
}

function emailOf(
  { config }: Context,
  subject: string,
  { token, now }: { token: string | undefined; now: Date },
): string | null {
  return token ? (readCheckoutStart(config, { subject, token, now })?.email ?? null) : null;
}

function amountOf({ chains }: Context, row: SessionRow) {
  const token = tokenAt(deploymentById(chains, row.deploymentId), row.tokenAddress);
  return {
    amount: digits(row.amount),
    currency: row.currency,
    decimals: token?.decimals ?? currencyDecimals,
    tokenAddress: row.tokenAddress,
  };
}

function linksOf(row: SessionRow): Pick<PayPage, "successUrl" | "cancelUrl"> {
  const success = linkOrNull(row.successUrl, row);
  const cancel = linkOrNull(row.cancelUrl, row);
  return {
    successUrl: success && successUrlFor(success, row.id),
    cancelUrl: cancel && fillSessionId(cancel, row.id),
  };
}

/** Checked when it was stored, and again here: a page never links to what runs as script. */
function linkOrNull(text: string | null, { mode }: SessionRow): string | null {
  return text !== null && isReturnUrl(text, mode) ? text : null;
}
