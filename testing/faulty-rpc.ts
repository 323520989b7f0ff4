import { type Rpc, RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** What may happen to a call instead of its honest answer; undefined leaves it alone. */
export type Fault = (call: {
  method: string;
  params: readonly unknown[];
  ask: () => Promise<unknown>;
}) => Promise<unknown> | undefined;

/** A node whose answers pass through `fault`. */
export function faultyRpc(rpc: Rpc, fault: Fault): Rpc {
  return {
    request: ({ method, params = [], ...limits }) => {
      const ask = () => rpc.request({ method, params, ...limits });
      return fault({ method, params, ask }) ?? ask();
    },
  };
}

/** A node that gives the logs of every contract and for every registry, those of the asked events. */
export const unfilteredLogs =
  (rpc: Rpc): Fault =>
  ({ method, params: [filter] }) => {
    if (method !== "eth_getLogs") return undefined;
    const {
      address: _,
      topics = [],
      ...place
    } = filter as { address?: unknown; topics?: unknown[] };
    return rpc.request({ method, params: [{ ...place, topics: topics.slice(0, 1) }] });
  };

/** Where the block parameter stands in the calls that read the chain's state. */
const stateCalls = new Map([
  ["eth_call", 1],
  ["eth_getBalance", 1],
  ["eth_getTransactionCount", 1],
  ["eth_getCode", 1],
  ["eth_getStorageAt", 2],
]);
/** What geth, Erigon, Nethermind, Reth and a provider say of a state that they have not kept. */
const forgotten = [
  "missing trie node 8a5f (path ) state 0x8a5f is not available, not found",
  "state 0x8a5f is not available",
  "header not found",
  "No state available for block",
  "required historical state unavailable",
];

/** A full node: it keeps the states of the newest blocks alone, and says so in one way or another. */
export function forgetfulNode(rpc: Rpc, keptBlocks: number): Rpc & { refused(): number } {
  let refused = 0;
  const ageOf = async (block: unknown): Promise<number> => {
    const isHash = typeof block === "object" && block !== null && "blockHash" in block;
    if (!isHash && !/^0x/.test(String(block))) return 0;
    const latest = { method: "eth_getBlockByNumber", params: ["latest", false] };
    const named = { method: "eth_getBlockByHash", params: [isHash && block.blockHash, false] };
    const [head, at] = await Promise.all([rpc.request(latest), isHash ? rpc.request(named) : null]);
    const height = (given: unknown) => Number((given as { number: string } | null)?.number);
    return height(head) - (isHash ? height(at) : Number(block));
  };
  const { request } = faultyRpc(rpc, ({ method, params, ask }) => {
    const at = stateCalls.get(method);
    if (at === undefined) return undefined;
    return ageOf(params[at]).then((age) => {
      if (age < keptBlocks) return ask();
      refused += 1;
      throw new RpcError(-32000, forgotten[refused % forgotten.length] ?? "", null);
    });
  });
  return { request, refused: () => refused };
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

/**
 * A node that leaves the logs of events out of what it says of blocks, as one with a damaged index does: always while it
 * hides, or each log once. It keeps no blooms. Receipts of transactions are whole.
 */
export function hidingNode(inner: Rpc, topics: readonly Bytes32[], once = false) {
  const state = { hides: true };
  const seen = new Map<string, number>();
  const isHidden = (log: { topics: string[]; transactionHash: string }, method: string) => {
    if (!topics.some((topic) => topic === log.topics[0])) return false;
    const times = (seen.get(`${method}:${log.transactionHash}`) ?? 0) + 1;
    seen.set(`${method}:${log.transactionHash}`, times);
    return state.hides && (!once || times === 1);
  };
  type Log = { topics: string[]; transactionHash: string };
  const fault: Fault = ({ method, ask }) => {
    if (method === "eth_getBlockByNumber") {
      return ask().then((block) => block && { ...block, logsBloom: `0x${"00".repeat(256)}` });
    }
    if (method === "eth_getLogs") {
      return ask().then((logs) => (logs as Log[]).filter((log) => !isHidden(log, method)));
    }
    if (method !== "eth_getBlockReceipts") return undefined;
    return ask().then((receipts) =>
      (receipts as { logs: Log[] }[]).map((one) => ({
        ...one,
        logs: one.logs.filter((log) => !isHidden(log, method)),
      })),
    );
  };
  return { rpc: faultyRpc(inner, fault), state };
}
