"use server";

import type { z } from "zod";
import { localCallInput, senderInput } from "@/lib/contract/refunds/refund-sender";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import {
  askLocalChain as askLocalChainVerb,
  checkRefundSender,
  mintMissing as mintMissingVerb,
} from "@/lib/domain/refunds/check-sender";
import { type RefundCall, refundPage } from "@/lib/server/pages/limit-page";
import { answerPageAction } from "@/lib/server/pages/page-action";
import { visitorContext } from "@/lib/server/pages/page-context";

/** An action of the refund page, as the person who is signed in. */
function answer<Input extends { id: string; merchantId: string; mode: "test" | "live" }, Result>(
  given: unknown,
  call: RefundCall,
  schema: z.ZodType<Input>,
  run: (ctx: Context<SessionActor>, input: Input) => Promise<Result>,
) {
  return answerPageAction(given, {
    page: refundPage,
    call,
    schema,
    subjectOf: ({ id }) => id,
    run: async (ctx, input) => run(await visitorContext(ctx, input), input),
  });
}

/** Reads what a wallet holds before it is asked to send a refund. */
export async function checkSender(input: unknown) {
  return answer(input, "sender", senderInput, checkRefundSender);
}

/** Mints what a test wallet lacks. */
export async function mintMissing(input: unknown) {
  return answer(input, "mint", senderInput, mintMissingVerb);
}

/** Answers a test wallet as its node. */
export async function askLocalChain(input: unknown) {
  return answer(input, "chain", localCallInput, askLocalChainVerb);
}
