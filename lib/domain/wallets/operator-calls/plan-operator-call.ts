import type { CallPlan, PlanContext } from "./call-plan";
import { planCancellation } from "./plan-cancellation";
import { planFee } from "./plan-fee";
import { planFeeSweep } from "./plan-fee-sweep";
import { planKeeper } from "./plan-keeper";
import { planRegistration } from "./plan-registration";
import { planStatus } from "./plan-status";
import { planWalletSweep } from "./plan-wallet-sweep";
import type { WantedCall } from "./wanted-call";

/**
 * Says what has to be called for what is wanted, from the chain as it is now. Changes nothing.
 * @throws Refusal `not_found`: there is no such wallet or subscription
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function planOperatorCall(ctx: PlanContext, wanted: WantedCall): Promise<CallPlan> {
  switch (wanted.kind) {
    case "register":
      return planRegistration(ctx, wanted);
    case "set_fee":
      return planFee(ctx, wanted);
    case "suspend":
    case "reactivate":
    case "close":
      return planStatus(ctx, wanted);
    case "sweep_fees":
      return planFeeSweep(ctx, wanted);
    case "cancel_subscription":
      return planCancellation(ctx, wanted);
    case "set_keeper":
      return planKeeper(ctx, wanted);
    case "sweep_wallet":
      return planWalletSweep(ctx, wanted);
  }
}
