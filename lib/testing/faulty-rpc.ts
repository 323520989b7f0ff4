import { type Rpc, RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc";

/** What may happen to a call instead of its honest answer; undefined leaves it alone. */
export type Fault = (call: {
  method: string;
  params: readonly unknown[];
  ask: () => Promise<unknown>;
}) => Promise<unknown> | undefined;

/** A node whose answers pass through `fault`. */
export function faultyRpc(rpc: Rpc, fault: Fault): Rpc {
  return {
    request: ({ method, params = [] }) => {
      const ask = () => rpc.request({ method, params });
      return fault({ method, params, ask }) ?? ask();
    },
  };
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A node that hides logs, answers old blocks from before a reorganisation, has no answer, or fails: each
 * with its own probability. `heal` makes it honest.
 */
export function lyingNode(rpc: Rpc, seed: number): { rpc: Rpc; heal(): void } {
  const random = randomNumbers(seed);
  const old = new Map<string, unknown[]>();
  let lies = true;
  const keep = async (key: string, ask: () => Promise<unknown>) => {
    const answer = await ask();
    const seen = old.get(key) ?? [];
    old.set(key, [...seen, answer]);
    return random() < 0.08 ? (seen.at(Math.floor(random() * seen.length)) ?? answer) : answer;
  };
  const faulty = faultyRpc(rpc, ({ method, params, ask }) => {
    if (!lies) return undefined;
    const luck = random();
    if (luck < 0.04) throw new RpcUnavailable(`${method}: no answer`);
    if (luck < 0.06) return ask().then(() => Promise.reject(new RpcError(-32000, "busy", null)));
    if (luck < 0.09) return Promise.resolve(null);
    if (method === "eth_getLogs" && luck < 0.3) return Promise.resolve([]);
    return keep(JSON.stringify([method, params]), ask);
  });
  return {
    rpc: faulty,
    heal: () => {
      lies = false;
    },
  };
}
