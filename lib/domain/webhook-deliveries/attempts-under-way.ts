import type { OutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import type { Context } from "@/lib/domain/context";
import { attemptDelivery } from "./attempt-delivery";
import type { ClaimedDispatch } from "./claim-dispatches";

/** The attempts that one drain has started. */
export interface AttemptsUnderWay {
  start(dispatch: ClaimedDispatch): void;
  /** Not ended yet. */
  readonly count: number;
  readonly dispatches: readonly ClaimedDispatch[];
  /** Started so far. */
  readonly total: number;
  /** Resolves when every attempt has ended. */
  settled(): Promise<unknown>;
}

/**
 * Makes attempts side by side. One that goes wrong through our own fault is logged; its lease runs
 * out and it is made again.
 * @param onEnd called whenever an attempt has ended
 */
export function trackAttempts(
  ctx: Pick<Context, "db" | "config" | "log">,
  http: OutboundHttp,
  onEnd: () => void,
): AttemptsUnderWay {
  const underWay = new Map<ClaimedDispatch, Promise<void>>();
  let total = 0;
  return {
    start(dispatch) {
      total += 1;
      const attempt = attemptDelivery(ctx, http, dispatch)
        .catch((error) => {
          ctx.log.error({ err: error, delivery: dispatch.deliveryId }, "a webhook was not sent");
        })
        .then(() => {
          underWay.delete(dispatch);
          onEnd();
        });
      underWay.set(dispatch, attempt);
    },
    get count() {
      return underWay.size;
    },
    get total() {
      return total;
    },
    get dispatches() {
      return [...underWay.keys()];
    },
    settled: () => Promise.all(underWay.values()),
  };
}
