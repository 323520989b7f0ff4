import { invalidState, notFound } from "@/lib/core/errors";
import type { Reason } from "@/lib/core/refusal-reasons";
import type { Context } from "@/lib/domain/platform/context";
import type { OperatorCallRow } from "./wanted-call";

/**
 * Reads a call.
 * @throws Refusal `not_found`
 */
export async function readOperatorCall(
  { db }: Pick<Context, "db">,
  id: string,
): Promise<OperatorCallRow> {
  const [row] = await db<OperatorCallRow[]>`select * from operator_calls where id = ${id}`;
  if (!row) throw notFound("operator call");
  return row;
}

/**
 * Takes back a call of which nothing is signed, so that those that wait for it are made.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: it is signed, and may be mined at any time, or it has ended
 */
export async function withdrawOperatorCall(
  ctx: Pick<Context, "db" | "log">,
  id: string,
): Promise<OperatorCallRow> {
  const [row] = await ctx.db<OperatorCallRow[]>`
    update operator_calls set state = 'refused', failure = 'withdrawn', next_check_at = null,
      closed_at = clock_now(), updated_at = clock_now()
    where id = ${id} and state = 'queued' returning *`;
  if (row) return row;
  const { state } = await readOperatorCall(ctx, id);
  const reason: Reason = state === "signed" || state === "mined" ? "slot_open" : "final";
  throw invalidState("Only a call that is queued can be withdrawn.", {
    currentStatus: state,
    reason,
  });
}
