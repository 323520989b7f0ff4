import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { payByApi, waitUntilClosed } from "@/cli/src/pay/pay-by-api";
import type { Refund } from "@/sdk/src/types.generated";
import { fund, fundedKey } from "./fund";
import { callChain, createSession, merchantApi, type Stack } from "./stack";

/** A refund of 49 USDC that the merchant's own wallet is to send, which holds what it takes. */
export async function refundToSend(
  stack: Stack,
): Promise<{ refund: Refund; account: PrivateKeyAccount }> {
  const account = privateKeyToAccount(stack.merchantKey);
  await callChain(stack, "anvil_setBalance", [account.address, "0x8ac7230489e80000"]);
  await fund(stack, account.address, 60_000_000n);
  const api = merchantApi(stack);
  const session = await createSession(stack);
  await payByApi(api, session, fundedKey(stack));
  const { transactionId } = await waitUntilClosed(api, session.id);
  const refund = await api.refunds.create({
    transactionId: transactionId ?? "",
    amount: "49000000",
    reason: "customer_request",
  });
  return { refund, account };
}
