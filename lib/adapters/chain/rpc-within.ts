import { type Rpc, RpcUnavailable } from "./rpc";

/** In all, for what a request asks the chain: whoever waits for the answer is not kept longer. */
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
      if (timeoutMs <= 0) throw late(call.method, ms);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(late(call.method, ms)), timeoutMs);
      });
      try {
        return await Promise.race([rpc.request({ ...call, timeoutMs }), timeout]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const late = (method: string, ms: number) =>
  new RpcUnavailable(`${method}: no answer within the ${ms} ms of the request`);
