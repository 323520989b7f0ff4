import { headers } from "next/headers";
import { z } from "zod";
import { RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc";
import type { Answer } from "@/lib/contract/hosted-pay";
import { Refusal } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/context";
import { limitPage, type PageCall } from "./limit-page";
import { pageContext } from "./page-context";

interface PageAction<Schema extends z.ZodType<{ sessionId: string }>, Result> {
  /** What it counts as. */
  call: PageCall;
  schema: Schema;
  run(ctx: Context<PublicActor>, input: z.output<Schema>): Promise<Result>;
}

/**
 * Runs a server action of a hosted page: it must come from our own page, in shape and within the
 * limits. A refusal becomes its word; anything else is logged and told only by its request id.
 * @param given whatever the browser sent
 */
export async function answerPageAction<Schema extends z.ZodType<{ sessionId: string }>, Result>(
  given: unknown,
  { call, schema, run }: PageAction<Schema, Result>,
): Promise<Answer<Result>> {
  const ctx = await pageContext();
  try {
    checkOrigin((await headers()).get("origin"), ctx.config.APP_URL);
    const input = schema.parse(given);
    await limitPage(ctx, call, input.sessionId);
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
  if (error instanceof z.ZodError) return { ...answer, reason: "invalid_request" };
  if (error instanceof Refusal) {
    const { details, retryAfterSeconds = null } = error.info;
    return { ...answer, reason: wordOf(error, details?.reason), retryAfterSeconds };
  }
  if (error instanceof RpcUnavailable || error instanceof RpcError) {
    log.warn({ requestId, err: error }, "The chain did not answer a hosted page");
    return { ...answer, reason: "chain_unavailable" };
  }
  log.error({ requestId, err: error }, "A hosted page's action failed");
  return { ...answer, reason: "api_error" };
}

function wordOf({ code }: Refusal, reason: string | undefined): string {
  return code === "rate_limited" ? code : (reason ?? code);
}
