import { withTimeout } from "@/lib/core/async/with-timeout";
import { type Rpc, RpcUnavailable } from "./rpc";

/** Total time that a request may spend on chain calls. */
export const requestMs = 2_000;

/**
 * The same nodes for a piece of work that has so long in all, from now on: its calls share the time, and
 * what has no answer by then has none.
 * @example
 * const rpc = rpcWithin(chain.rpc, requestMs);
 */
export function rpcWithin(rpc: Rpc, ms: number): Rpc {
  const until = performance.now() + ms;
  return {
    request: async (call) => {
      const timeoutMs = until - performance.now();
      const late = () =>
        new RpcUnavailable(`${call.method}: no answer within the ${ms} ms of the request`);
      // A timer may end up to a millisecond before its time.
      if (timeoutMs < 1) throw late();
      return withTimeout(timeoutMs, rpc.request({ ...call, timeoutMs }), late);
    },
  };
}
