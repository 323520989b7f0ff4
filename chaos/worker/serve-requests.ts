import type { Logger } from "@/lib/adapters/logger/logger";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { scopes } from "@/lib/core/scopes";
import type { Context, MerchantActor, PlatformActor, SystemActor } from "@/lib/domain/context";
import type { Caller, Reply, Request } from "./messages";
import { operations } from "./operations";

type CallerContext = Context<MerchantActor> & Context<PlatformActor>;
type Operation = (ctx: CallerContext, input: Request["input"]) => Promise<unknown>;

/** Answers what clients ask, many at once, as a server would. */
export function serveRequests(ctx: Context<SystemActor>): void {
  process.on("message", (request: Request) => {
    answer(ctx, request).then(
      (reply) => process.send?.(reply),
      (error: unknown) => ctx.log.error({ err: error }, "a reply was not sent"),
    );
  });
}

async function answer(ctx: Context<SystemActor>, request: Request): Promise<Reply> {
  const { id, operation, caller, input } = request;
  try {
    const run = operations[operation] as Operation;
    return { id, kind: "value", value: await run(contextOf(ctx, caller), input) };
  } catch (error) {
    if (error instanceof Refusal && !isOverSoon(error)) {
      const { code, message, info } = error;
      return { id, kind: "refusal", refusal: { code, message, reason: info.details?.reason } };
    }
    return { id, kind: "error", message: describe(ctx.log, error) };
  }
}

/** Who is told that a mail has gone out already has to wait for an hour, which is no reason to ask again. */
const isOverSoon = ({ code, info }: Refusal): boolean =>
  code === "rate_limited" && info.details?.reason !== "mailed_recently";

function describe(log: Logger, error: unknown): string {
  log.error({ err: error }, "a request failed");
  return error instanceof Error ? error.message : String(error);
}

function contextOf(ctx: Context<SystemActor>, { merchantId, mode }: Caller): CallerContext {
  const actor: MerchantActor | PlatformActor = merchantId
    ? { kind: "key", merchantId, mode, keyId: "ak_chaos", keyKind: "secret", scopes }
    : { kind: "platform", mode, keyId: "ak_platform" };
  const common = { ...ctx, requestId: newId("request"), ip: "127.0.0.1" };
  return { ...common, actor } as Context as CallerContext;
}
