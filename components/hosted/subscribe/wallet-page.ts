import type { PayPage, PayStatus } from "@/lib/contract/payments/hosted-pay";
import type { SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";

/** No payment of a session is on its way here: the wallet's steps go before any status. */
const open: Omit<PayStatus, "chainId"> = {
  status: "open",
  txHash: null,
  refundTxHash: null,
  from: null,
  to: null,
  failureCode: null,
  submittedAt: null,
  seenAt: null,
  expectedFinalAt: null,
  confirmedAt: null,
  asOf: "",
};

/** A plan as the wallet's screens see what is to be paid: each charge is paid to the contract for subscriptions. */
export function walletPageOf(plan: SubscribePage): PayPage {
  const { planId, mode, amount, currency, decimals, tokenAddress, merchantId } = plan;
  const { merchant, network, pageUrl, createdAt, testWallet, connectors } = plan;
  return {
    sessionId: planId,
    mode,
    amount,
    currency,
    decimals,
    tokenAddress,
    merchantId,
    processorAddress: plan.subscriptionsAddress,
    registryAddress: plan.registryAddress,
    signatures: 2,
    description: plan.description,
    email: plan.email,
    createdAt,
    expiresAt: createdAt,
    merchant,
    network,
    pageUrl,
    successUrl: null,
    cancelUrl: null,
    chains: [],
    status: { ...open, chainId: network.chainId },
    testWallet,
    connectors,
  };
}
