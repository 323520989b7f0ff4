import { transaction } from "@/db/client";
import type { RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type {
  releaseHeldPayment as declaration,
  listHeldPayments as declarationOfList,
} from "@/lib/contract/admin/repairs";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { because } from "@/lib/domain/admin/because";
import {
  decideHold,
  type HoldVerdict,
  planHoldDecision,
} from "@/lib/domain/operations/holds/decide-hold";
import { type HeldPayment, listHeld } from "@/lib/domain/operations/holds/list-held";
import { decideHoldRefund, prepareHoldRefund } from "@/lib/domain/operations/holds/refund-hold";
import type { AdminActor, Context, PreparedVerb } from "@/lib/domain/platform/context";

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
 * @throws Refusal `session_invalid_state` with `not_held`, `halted` or `not_enrolled`
 */
export const releaseHeldPayment = (ctx: Context<AdminActor>, input: Input): Promise<Decision> =>
  decide(ctx, input, "released");

/**
 * Refuses a held payment, by the rules of the operator's command.
 * @throws Refusal as `releaseHeldPayment` does
 */
export const refuseHeldPayment = (ctx: Context<AdminActor>, input: Input): Promise<Decision> =>
  decide(ctx, input, "refused");

/**
 * Has a merchant return a held payment: its refund waits for the merchant's wallet.
 * @throws Refusal as `releaseHeldPayment` does
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export const refundHeldPayment: PreparedVerb<AdminActor, Input, RefundProof | null, Decision> = {
  async prepare(ctx, { id, dryRun }) {
    const { payment } = await planHoldDecision(ctx.db, { id, decision: "refunded" });
    return dryRun ? null : prepareHoldRefund(ctx, payment, id);
  },
  async run(ctx, { id, reason, dryRun }, proof) {
    const { payment, consequence } = await planHoldDecision(ctx.db, { id, decision: "refunded" });
    if (!dryRun) {
      await transaction(ctx.db, (tx) =>
        decideHoldRefund(because(ctx, reason), tx, {
          ...{ owner: payment, transactionId: id, reason: null, proof },
        }),
      );
    }
    const hold = viewHeld(payment);
    return { object: "admin_hold_decision", applied: !dryRun, consequence, hold };
  },
};

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
