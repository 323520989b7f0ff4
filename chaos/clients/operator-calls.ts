import { setTimeout as sleep } from "node:timers/promises";
import { persistently } from "@/chaos/rig/persistently";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import type { WantedCall } from "@/lib/domain/wallets/operator-calls/wanted-call";

const EVERY_MS = 5_000;
/** Each call waits for the one before it to be final: more of them would only prolong the healing. */
const MOST_TURNS = 8;
const STEP_BPS = 5;
/** Each is less than the fee in force. */
const LOWERED_BPS = 60;
/** Each is more, and the registry announces it. */
const RAISED_BPS = 90;

const feeOf = (turn: number) => (turn % 2 === 0 ? LOWERED_BPS : RAISED_BPS) - turn * STEP_BPS;

/** Wants another fee, and another status, of a merchant in each of several registries until told to stop. */
export function startOperators(
  ctx: Context<OperatorActor>,
  merchantId: string,
  deployments: readonly Deployment[],
): { stop(): Promise<void> } {
  const all = deployments.map((deployment) => startOperator(ctx, { deployment, merchantId }));
  return {
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

function startOperator(
  ctx: Context<OperatorActor>,
  merchant: { deployment: Deployment; merchantId: string },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    for (let turn = 0; turn < MOST_TURNS && !stopping.signal.aborted; turn += 1) {
      const feeBps = feeOf(turn);
      const status: WantedCall =
        turn % 2 === 0
          ? { kind: "suspend", ...merchant, settleUntil: null }
          : { kind: "reactivate", ...merchant };
      for (const wanted of [{ kind: "set_fee", ...merchant, feeBps } as const, status]) {
        await persistently(() => requestOperatorCall(ctx, wanted));
      }
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
