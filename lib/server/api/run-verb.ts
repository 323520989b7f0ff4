import { z } from "zod";
import { isRefusedAsWrong } from "@/db/refused-as-wrong";
import type { Endpoint } from "@/lib/contract/endpoint";
import { batch } from "@/lib/core/async/batch";
import { Refusal } from "@/lib/core/errors";
import type { Json, JsonObject } from "@/lib/core/text/json";
import type {
  Actor,
  Context,
  GroupedVerb,
  PreparedVerb,
  Verb,
} from "@/lib/domain/platform/context";
import { type ApiResponse, json } from "@/lib/server/http/http";
import { runtime } from "@/lib/server/runtime";
import {
  answerEachOnce,
  answerOnce,
  findAnswer,
  type OnceCall,
  type Outcome,
  type Repeatable,
} from "./idempotency";
import { inMerchantTurn, turnsOf } from "./merchant-turns";

/** A verb in any form; what `prepare` found stays its own business. */
export type AnyVerb =
  | Verb<Actor, object, unknown>
  | PreparedVerb<Actor, object, unknown, unknown>
  | GroupedVerb<Actor, object, unknown, unknown>;

/** Runs an endpoint's verb and encodes what it returns; once, where the request may be repeated. */
export type VerbRunner = (
  ctx: Context,
  input: object,
  once: Repeatable | null,
) => Promise<ApiResponse>;

interface GroupedCall extends OnceCall {
  readonly prepared: unknown;
}

const limits = { lanes: 3, size: 50, isOnesFault };

/** An answer that cannot be encoded, or what Postgres refused: nothing was written. */
function isOnesFault(error: unknown): boolean {
  return error instanceof z.core.$ZodError || isRefusedAsWrong(error);
}

/**
 * Runs a verb for all that call at the same time, in one statement; those that carry an
 * `Idempotency-Key` in one transaction, with their answers.
 */
function groupedRunner(
  verb: GroupedVerb<Actor, object, unknown, unknown>,
  encode: (output: unknown) => ApiResponse,
): (ctx: Context, input: object, once: Repeatable | null) => Promise<ApiResponse> {
  const runTogether = batch<unknown, unknown>(
    (prepared) => verb.runAll(runtime().db, prepared),
    limits,
  );
  const answerTogether = batch<GroupedCall, Outcome>(
    (calls) =>
      answerEachOnce(runtime(), calls, async (tx, ours) => {
        const outputs = await verb.runAll(
          tx,
          ours.map(({ prepared }) => prepared),
        );
        return outputs.map((output) => (output instanceof Refusal ? output : encode(output)));
      }),
    limits,
  );
  return async (ctx, input, once) => {
    let prepared: unknown;
    try {
      prepared = await verb.prepare(ctx, input);
    } catch (error) {
      return refuseOnce(ctx, once, error);
    }
    if (once) return (await answerTogether({ once, prepared, requestId: ctx.requestId }))();
    const output = await runTogether(prepared);
    if (output instanceof Refusal) throw output;
    return encode(output);
  };
}

/** A refusal of `prepare` is an answer like one of the verb itself: stored under the request's key, where none is yet. */
async function refuseOnce(
  ctx: Context,
  once: Repeatable | null,
  error: unknown,
): Promise<ApiResponse> {
  if (!once || !(error instanceof Refusal)) throw error;
  return answerOnce(ctx, once, () => Promise.reject(error));
}

/** What runs an endpoint's verb, whichever form it has. */
export function verbRunner(declaration: Endpoint, verb: AnyVerb): VerbRunner {
  const encode = (output: unknown) => encodeAnswer(declaration, output);
  const run =
    typeof verb === "object" && "runAll" in verb
      ? groupedRunner(verb, encode)
      : separateRunner(declaration, verb, encode);
  if (declaration.cachedSeconds !== undefined) return sharedRunner(run);
  return async (ctx, input, once) => {
    if (!once) return run(ctx, input, null);
    const answer = (await findAnswer(once)) ?? (await run(ctx, input, once));
    return withRequestId(answer, ctx.requestId);
  };
}

/** Makes an answer once for all that ask for the same while it is made: what is asked of a popular shop is one reading. */
function sharedRunner(run: VerbRunner): VerbRunner {
  const underWay = new Map<string, Promise<ApiResponse>>();
  return (ctx, input, once) => {
    const key = JSON.stringify(input);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const answer = run(ctx, input, once).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  };
}

function encodeAnswer({ status, response }: Endpoint, output: unknown): ApiResponse {
  const body = z.encode(response, output) as JsonObject;
  const answer = json(status, body);
  if (!("secret" in body)) return answer;
  const kept = { ...body, secret: null, secretStatus: "secret_shown_once" };
  return { ...answer, kept: JSON.stringify(kept) };
}

function separateRunner(
  declaration: Endpoint,
  verb: Verb<Actor, object, unknown> | PreparedVerb<Actor, object, unknown, unknown>,
  encode: (output: unknown) => ApiResponse,
): VerbRunner {
  const kind = turnsOf(declaration);
  return async (ctx, input, once) => {
    let prepared: unknown = null;
    try {
      if (typeof verb === "object") prepared = await verb.prepare(ctx, input);
    } catch (error) {
      // The relay refuses without storing anything.
      return refuseOnce(ctx, declaration.auth === "relay" ? null : once, error);
    }
    const run = async (inside: Context) =>
      encode(
        await (typeof verb === "function"
          ? verb(inside, input)
          : verb.run(inside, input, prepared)),
      );
    return inMerchantTurn(ctx.actor, kind, () => (once ? answerOnce(ctx, once, run) : run(ctx)));
  };
}

/** A replayed refusal names the request that it now answers. */
function withRequestId(answer: ApiResponse, requestId: string): ApiResponse {
  if (answer.status < 400) return answer;
  const { error } = JSON.parse(answer.body) as { error: Record<string, Json> };
  return { ...answer, body: JSON.stringify({ error: { ...error, requestId } }) };
}
