import type {
  releaseHeldPayment as declaration,
  listHeldPayments as declarationOfList,
} from "@/lib/contract/admin/repairs";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import {
  decideHold,
  type HoldVerdict,
  planHoldDecision,
} from "@/lib/domain/operations/holds/decide-hold";
import { type HeldPayment, listHeld } from "@/lib/domain/operations/holds/list-held";
import type { AdminActor, Context } from "@/lib/domain/platform/context";

type Input = InputOf<typeof declaration>;
type Decision = OutputOf<typeof declaration>;

const viewHeld = ({ matches, ...payment }: HeldPayment): Decision["hold"] => ({
  ...payment,
  matches: matches && [...matches],
});

/** Lists what screening holds, of all merchants and in both modes. */
export async function listHeldPayments({
  db,
}: Context<AdminActor>): Promise<OutputOf<typeof declarationOfList>> {
  return { object: "admin_holds", holds: (await listHeld(db)).map(viewHeld) };
}

/**
 * Releases a held payment, by the rules of the operator's command.
 * @throws Refusal `invalid_request` with `not_held`
 * @throws Refusal `session_invalid_state` with `not_held` or `halted`
 */
export const releaseHeldPayment = (ctx: Context<AdminActor>, input: Input): Promise<Decision> =>
  decide(ctx, input, "released");

/**
 * Refuses a held payment, by the rules of the operator's command.
 * @throws Refusal as `releaseHeldPayment` does
 */
export const refuseHeldPayment = (ctx: Context<AdminActor>, input: Input): Promise<Decision> =>
  decide(ctx, input, "refused");

async function decide(
  ctx: Context<AdminActor>,
  { id, reason = null, dryRun }: Input,
  decision: HoldVerdict,
): Promise<Decision> {
  const { payment: hold, consequence } = await planHoldDecision(ctx.db, { id, decision });
  const applied = !dryRun && hold.decision !== decision;
  if (applied) await decideHold(ctx, { id, decision, reason });
  return { object: "admin_hold_decision", applied, consequence, hold: viewHeld(hold) };
}
