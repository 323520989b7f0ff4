"use server";

import {
  moveInput,
  payerInput,
  relayHostedInput,
  signInput,
  walletInput,
} from "@/lib/contract/payments/hosted-pay";
import { recordSessionPayer } from "@/lib/domain/payments/customers/record-session-payer";
import { buildTypedData } from "@/lib/domain/payments/hosted-page/build-typed-data";
import { checkWallet as checkWalletVerb } from "@/lib/domain/payments/hosted-page/check-wallet";
import { mintTestTokens as mintTestTokensVerb } from "@/lib/domain/payments/hosted-page/mint-test-tokens";
import { moveSession as moveSessionVerb } from "@/lib/domain/payments/hosted-page/move-session";
import { readBalances as readBalancesVerb } from "@/lib/domain/payments/hosted-page/read-balances";
import { relayHostedPayment } from "@/lib/domain/payments/hosted-page/relay-hosted-payment";
import { type PayCall, payPage } from "@/lib/server/pages/limit-page";
import { answerPageAction, type PageAction } from "@/lib/server/pages/page-action";
import { platformContext } from "@/lib/server/pages/page-context";

/** An action of the pay page. */
function answer<Input extends { sessionId: string }, Result>(
  given: unknown,
  action: Pick<PageAction<PayCall, Input, Result>, "call" | "schema" | "run">,
) {
  return answerPageAction(given, {
    page: payPage,
    subjectOf: ({ sessionId }) => sessionId,
    ...action,
  });
}

/** Looks at a wallet before it is asked to sign. */
export async function checkWallet(input: unknown) {
  return answer(input, { call: "wallet", schema: walletInput, run: checkWalletVerb });
}

/** What a wallet has on each chain where the session can be paid. */
export async function readBalances(input: unknown) {
  return answer(input, { call: "wallet", schema: walletInput, run: readBalancesVerb });
}

/** Moves the session to the chain that the payer chose. */
export async function moveSession(input: unknown) {
  return answer(input, {
    call: "chain",
    schema: moveInput,
    run: async (ctx, move) => {
      await moveSessionVerb(ctx, move);
      return null;
    },
  });
}

/** Words what the payer signs. */
export async function requestSignatures(input: unknown) {
  return answer(input, { call: "sign", schema: signInput, run: buildTypedData });
}

/** Relays what the payer signed, with the platform's key, which never leaves the server. */
export async function relay(input: unknown) {
  return answer(input, {
    call: "relay",
    schema: relayHostedInput,
    run: (ctx, signed) => relayHostedPayment(ctx, signed, platformContext),
  });
}

/** Notes where the payer wants the receipt. */
export async function recordPayer(input: unknown) {
  return answer(input, {
    call: "payer",
    schema: payerInput,
    run: async (ctx, { sessionId, payer, email }) => {
      await recordSessionPayer(ctx, { id: sessionId, walletAddress: payer, email });
      return null;
    },
  });
}

/** Fills the local chain's test wallet. */
export async function mintTestTokens(input: unknown) {
  return answer(input, { call: "mint", schema: walletInput, run: mintTestTokensVerb });
}
