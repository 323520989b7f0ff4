import type { Deployment } from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type {
  setKeeper as declaration,
  sweepFees as declarationOfSweep,
} from "@/lib/contract/admin/contracts";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { NoAnswer, withTimeout } from "@/lib/core/async/with-timeout";
import { checksumAddress } from "@/lib/core/chain/hex";
import { invalidState, notFound, unavailable } from "@/lib/core/errors";
import { because } from "@/lib/domain/admin/because";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import {
  type CallPreview,
  previewOperatorCall,
} from "@/lib/domain/wallets/operator-calls/preview-operator-call";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import type { WantedCall } from "@/lib/domain/wallets/operator-calls/wanted-call";

type Call = OutputOf<typeof declaration>;
type Repair = Pick<InputOf<typeof declaration>, "reason" | "dryRun">;

/** How long the chain may take to say what a call would do. */
const PREVIEW_MS = 10_000;

/**
 * Lets an account charge subscriptions, or no more, by the rules of the operator's command.
 * @throws Refusal `not_found`: no such deployment
 * @throws Refusal `session_invalid_state` with `call_not_possible`; `api_error` with `chain_unavailable`
 */
export async function setKeeper(
  ctx: Context<AdminActor>,
  { deploymentId, account: keeper, allowed: isAllowed, ...repair }: InputOf<typeof declaration>,
): Promise<Call> {
  const deployment = deploymentOf(ctx, deploymentId);
  return call(ctx, { kind: "set_keeper", deployment, keeper, isAllowed }, repair);
}

/**
 * Sends the fees of final payments, or charges, to the treasury, by the rules of the operator's command.
 * @throws Refusal as `setKeeper` does
 */
export async function sweepFees(
  ctx: Context<AdminActor>,
  { deploymentId, contract, currency, ...repair }: InputOf<typeof declarationOfSweep>,
): Promise<Call> {
  const deployment = deploymentOf(ctx, deploymentId);
  const token = deployment.tokens[currency];
  if (!token) throw notFound("token");
  if (!deployment.contracts[contract]) throw notFound("contract");
  return call(ctx, { kind: "sweep_fees", deployment, contract, token: token.address }, repair);
}

function deploymentOf({ chains }: Pick<Context, "chains">, id: string): Deployment {
  const found = chains.deployments.find((deployment) => deployment.id === id);
  if (!found) throw notFound("deployment");
  return found;
}

async function call(
  ctx: Context<AdminActor>,
  wanted: WantedCall,
  { reason, dryRun }: Repair,
): Promise<Call> {
  const preview = await previewOrNull(ctx, wanted);
  if (!preview) {
    const consequence = "The chain does not answer.";
    if (!dryRun) throw unavailable("chain_unavailable", consequence);
    const unknown = { now: null, callId: null, cost: null, signer: null };
    return {
      object: "admin_operator_call",
      applied: false,
      possible: false,
      consequence,
      ...unknown,
    };
  }
  const { plan, cost } = preview;
  const { possible, consequence } = judge(preview);
  const applied = !dryRun && plan.verdict !== "done";
  if (applied && !possible) throw invalidState(consequence, { reason: "call_not_possible" });
  const row = applied ? await requestOperatorCall(because(ctx, reason), wanted) : null;
  return {
    ...{ object: "admin_operator_call", applied, possible, consequence, now: plan.now },
    ...{
      callId: row?.id ?? null,
      cost: cost === null ? null : String(cost),
      signer: checksumAddress(plan.signer),
    },
  };
}

/** @returns null where the chain does not answer */
async function previewOrNull(
  ctx: Context<AdminActor>,
  wanted: WantedCall,
): Promise<CallPreview | null> {
  try {
    return await withTimeout(PREVIEW_MS, previewOperatorCall(ctx, wanted));
  } catch (error) {
    if (error instanceof NoAnswer || isChainTrouble(error)) return null;
    throw error;
  }
}

function judge({ plan, refusal, canSign }: CallPreview): {
  possible: boolean;
  consequence: string;
} {
  const no = (consequence: string) => ({ possible: false, consequence });
  if (plan.verdict === "done") return no("It is so already. Nothing would be done.");
  if (plan.verdict === "refuse") return no(`The call cannot be made: ${plan.failure}.`);
  if (refusal !== null) return no(`The contract would refuse the call now: ${refusal}.`);
  if (!canSign) {
    return no(
      "The signer’s key is not configured here. Its holder sends the call that the operator’s command shows with --print.",
    );
  }
  if (plan.verdict === "wait") {
    return { possible: true, consequence: `The call would be queued and wait: ${plan.failure}.` };
  }
  return { possible: true, consequence: "One transaction would be queued and sent." };
}
