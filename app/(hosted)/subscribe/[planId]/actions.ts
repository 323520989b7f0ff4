"use server";

import {
  directInput,
  planPayerInput,
  relayMandateInput,
  standingInput,
  subscriberInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { recordPlanPayer as recordPlanPayerVerb } from "@/lib/domain/subscriptions/enrolments/record-plan-payer";
import { buildDirectMandate } from "@/lib/domain/subscriptions/hosted-page/build-direct-mandate";
import { buildMandate } from "@/lib/domain/subscriptions/hosted-page/build-mandate";
import { checkSubscriber as checkSubscriberVerb } from "@/lib/domain/subscriptions/hosted-page/check-subscriber";
import { mintPlanTokens as mintPlanTokensVerb } from "@/lib/domain/subscriptions/hosted-page/mint-plan-tokens";
import { readStanding as readStandingVerb } from "@/lib/domain/subscriptions/hosted-page/read-standing";
import { relayMandate as relayMandateVerb } from "@/lib/domain/subscriptions/hosted-page/relay-mandate";
import { type SubscribeCall, subscribePage } from "@/lib/server/pages/limit-page";
import { answerPageAction, type PageAction } from "@/lib/server/pages/page-action";
import { platformContext } from "@/lib/server/pages/page-context";

/** An action of the page of a plan, about a wallet. */
function answer<Input extends { planId: string; payer: string }, Result>(
  given: unknown,
  action: Pick<PageAction<SubscribeCall, Input, Result>, "call" | "schema" | "run">,
) {
  return answerPageAction(given, {
    page: subscribePage,
    subjectOf: ({ planId, payer }) => `${planId}:${payer}`,
    ...action,
  });
}

/** Looks at a wallet before it is asked to sign. */
export async function checkSubscriber(input: unknown) {
  return answer(input, { call: "wallet", schema: subscriberInput, run: checkSubscriberVerb });
}

/** Tells how far an enrolment is. */
export async function readStanding(input: unknown) {
  return answer(input, { call: "read", schema: standingInput, run: readStandingVerb });
}

/** Words what the payer signs. */
export async function requestMandate(input: unknown) {
  return answer(input, { call: "sign", schema: subscriberInput, run: buildMandate });
}

/** Says what the payer's wallet sends by itself. */
export async function requestDirect(input: unknown) {
  return answer(input, { call: "sign", schema: directInput, run: buildDirectMandate });
}

/** Relays what the payer signed, with the platform's key, which never leaves the server. */
export async function relayMandate(input: unknown) {
  return answerPageAction(input, {
    page: subscribePage,
    subjectOf: ({ planId, signed }) => `${planId}:${signed.payer}`,
    call: "relay",
    schema: relayMandateInput,
    run: (ctx, signed) => relayMandateVerb(ctx, signed, platformContext),
  });
}

/** Notes where the payer wants mails about the subscription. */
export async function recordPlanPayer(input: unknown) {
  return answer(input, {
    call: "payer",
    schema: planPayerInput,
    run: async (ctx, { planId, payer, email }) => {
      await recordPlanPayerVerb(ctx, { id: planId, walletAddress: payer, email });
      return null;
    },
  });
}

/** Fills the local chain's test wallet. */
export async function mintPlanTokens(input: unknown) {
  return answer(input, { call: "mint", schema: subscriberInput, run: mintPlanTokensVerb });
}
