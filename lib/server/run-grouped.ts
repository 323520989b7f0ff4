import { z } from "zod";
import { isRefusedAsWrong } from "@/db/refused-as-wrong";
import { batch } from "@/lib/core/async/batch";
import { Refusal } from "@/lib/core/errors";
import type { Actor, Context, GroupedVerb } from "@/lib/domain/context";
import type { ApiResponse } from "./http";
import { answerEachOnce, type OnceCall, type Outcome, type Repeatable } from "./idempotency";
import { runtime } from "./runtime";

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
export function groupedRunner(
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
    const prepared = await verb.prepare(ctx, input);
    if (once) return (await answerTogether({ once, prepared, requestId: ctx.requestId }))();
    const output = await runTogether(prepared);
    if (output instanceof Refusal) throw output;
    return encode(output);
  };
}
