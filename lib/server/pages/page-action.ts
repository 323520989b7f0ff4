import { headers } from "next/headers";
import { z } from "zod";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Answer } from "@/lib/contract/payments/hosted-pay";
import { Refusal } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { inputReason } from "./input-reason";
import { type HostedPage, limitPage } from "./limit-page";
import { pageContext } from "./page-context";

/** What a page does when its browser asks for it. */
export interface PageAction<Call extends string, Input, Result> {
  page: HostedPage<Call>;
  /** What it counts as. */
  call: Call;
  schema: z.ZodType<Input>;
  /** What of the page's matter it is about. */
  subjectOf(input: Input): string;
  run(ctx: Context<PublicActor>, input: Input): Promise<Result>;
}

/**
 * Runs a server action of a hosted page: it must come from our own page, in shape and within the
 * limits. A refusal becomes its word; anything else is logged and told only by its request id.
 * @param given the browser's input, unchecked
 */
export async function answerPageAction<Call extends string, Input, Result>(
  given: unknown,
  { page, call, schema, subjectOf, run }: PageAction<Call, Input, Result>,
): Promise<Answer<Result>> {
  const ctx = await pageContext();
  try {
    checkOrigin((await headers()).get("origin"), ctx.config.APP_URL);
    const input = schema.parse(given);
    await limitPage(ctx, { page, call, subject: subjectOf(input) });
    return { ok: true, value: await run(ctx, input) };
  } catch (error) {
    return refusalOf(error, ctx);
  }
}

/**
 * A browser names the origin of every POST. Without one, or with `null`, the call is not our page's.
 * @throws Refusal `permission_denied` with `origin_mismatch`
 */
function checkOrigin(origin: string | null, appUrl: string): void {
  if (origin === new URL(appUrl).origin) return;
  throw new Refusal("permission_denied", "Not from this page.", {
    details: { reason: "origin_mismatch" },
  });
}

function refusalOf(
  error: unknown,
  { log, requestId }: Context,
): Extract<Answer<never>, { ok: false }> {
  const answer = { ok: false, retryAfterSeconds: null, requestId } as const;
  if (error instanceof z.ZodError) return { ...answer, reason: inputReason(error) };
  if (error instanceof Refusal) {
    const { details, retryAfterSeconds = null } = error.info;
    return { ...answer, reason: wordOf(error, details?.reason), retryAfterSeconds };
  }
  if (isChainTrouble(error)) {
    log.warn({ requestId, err: error }, "The chain did not answer a hosted page");
    return { ...answer, reason: "chain_unavailable" };
  }
  log.error({ requestId, err: error }, "A hosted page's action failed");
  return { ...answer, reason: "api_error" };
}

function wordOf({ code }: Refusal, reason: string | undefined): string {
  return code === "rate_limited" ? code : (reason ?? code);
}
