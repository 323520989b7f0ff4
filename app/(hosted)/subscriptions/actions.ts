"use server";

import {
  beginSignInInput,
  completeSignInInput,
  noInput,
  ownAllowanceInput,
  ownPermitInput,
  ownSubscriptionInput,
  relayPermitInput,
} from "@/lib/contract/subscriptions/payer-home";
import { beginSignIn as beginSignInVerb } from "@/lib/domain/subscriptions/payer-home/begin-sign-in";
import { buildPermit as buildPermitVerb } from "@/lib/domain/subscriptions/payer-home/build-permit";
import { completeSignIn as completeSignInVerb } from "@/lib/domain/subscriptions/payer-home/complete-sign-in";
import {
  cancelOwn,
  payOwnNow,
  readOwnCharge,
} from "@/lib/domain/subscriptions/payer-home/own-subscription";
import {
  requirePayer,
  signOut as signOutVerb,
} from "@/lib/domain/subscriptions/payer-home/payer-session";
import { readOwnPermit, relayOwnPermit } from "@/lib/domain/subscriptions/payer-home/relay-permit";
import { payerPage } from "@/lib/server/pages/limit-page";
import { answerPageAction } from "@/lib/server/pages/page-action";
import { dropPayerToken, keepPayerToken, payerToken } from "@/lib/server/pages/payer-cookie";

const TEN_MINUTES = 600;
const AN_HOUR = 3_600;

/** Words the message with which a wallet signs in, and ties it to this browser. */
export async function beginSignIn(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "begin",
    subjectOf: ({ payer }) => payer,
    schema: beginSignInInput,
    run: async (ctx, asked) => {
      const { token, message } = await beginSignInVerb(ctx, asked);
      await keepPayerToken("sign_in", token, TEN_MINUTES);
      return { message };
    },
  });
}

/** Signs in who signed it. */
export async function completeSignIn(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "sign_in",
    subjectOf: ({ payer }) => payer,
    schema: completeSignInInput,
    run: async (ctx, { signature }) => {
      const begun = await payerToken("sign_in");
      const { token } = await completeSignInVerb(ctx, { token: begun, signature });
      await keepPayerToken("payer", token, AN_HOUR);
      await dropPayerToken("sign_in");
      return null;
    },
  });
}

/** Forgets who is signed in here. */
export async function signOut(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "sign_out",
    subjectOf: () => "all",
    schema: noInput,
    run: async (ctx) => {
      await signOutVerb(ctx, await payerToken("payer"));
      await dropPayerToken("payer");
      return null;
    },
  });
}

/** Ends a subscription of the payer who is signed in. */
export async function cancel(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "change",
    subjectOf: ({ id }) => id,
    schema: ownSubscriptionInput,
    run: async (ctx, own) =>
      cancelOwn(ctx, await requirePayer(ctx, await payerToken("payer")), own),
  });
}

/** Has a subscription of the payer who is signed in charged at once. */
export async function payNow(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "change",
    subjectOf: ({ id }) => id,
    schema: ownSubscriptionInput,
    run: async (ctx, own) =>
      payOwnNow(ctx, await requirePayer(ctx, await payerToken("payer")), own),
  });
}

/** How far the charge of a subscription of the payer who is signed in is. */
export async function readCharge(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "progress",
    subjectOf: ({ id }) => id,
    schema: ownSubscriptionInput,
    run: async (ctx, own) =>
      readOwnCharge(ctx, await requirePayer(ctx, await payerToken("payer")), own),
  });
}

/** Words the permit that sets what the contract may take to what may still be charged. */
export async function buildPermit(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "permit",
    subjectOf: ({ token }) => token,
    schema: ownAllowanceInput,
    run: async (ctx, own) =>
      buildPermitVerb(ctx, await requirePayer(ctx, await payerToken("payer")), own),
  });
}

/** Has the permit carried to its token. */
export async function relayPermit(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "permit",
    subjectOf: ({ token }) => token,
    schema: relayPermitInput,
    run: async (ctx, own) =>
      relayOwnPermit(ctx, await requirePayer(ctx, await payerToken("payer")), own),
  });
}

/** How far it is. */
export async function readPermit(input: unknown) {
  return answerPageAction(input, {
    page: payerPage,
    call: "progress",
    subjectOf: ({ id }) => id,
    schema: ownPermitInput,
    run: async (ctx, own) =>
      readOwnPermit(ctx, await requirePayer(ctx, await payerToken("payer")), own),
  });
}
