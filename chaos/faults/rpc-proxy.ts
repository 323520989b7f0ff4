import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import type { Dice } from "@/chaos/seeded";
import { enforceFeeRule, type FeeRule } from "./fee-rule";
import {
  askInstead,
  distort,
  planFault,
  type RawBlock,
  type RpcAnswer,
  type RpcCall,
  type RpcFault,
} from "./rpc-plan";

/** A node between the product and the chain that loses, delays, repeats and lies. */
export interface RpcProxy {
  url: string;
  /** How often each fault has struck. */
  readonly struck: ReadonlyMap<RpcFault, number>;
  readonly feeRule: FeeRule;
  /** Blocks that were orphaned, by height: what a lagging node still answers. */
  readonly orphans: Map<number, RawBlock>;
  /** The newest height, as the miner knows it. */
  head: number;
  /** While given, every call is answered by the node at that URL, which is of another chain. */
  detour: string | null;
  /** From now on every call is answered as the chain answers it. */
  heal(): void;
  stop(): Promise<void>;
}

const LAG_BLOCKS = 6;
/** The state of older blocks is gone, healed or not: most nodes keep little, and finality lies deeper. */
const KEPT_STATE_BLOCKS = 4;
/** Calls that read state, and where they name the block. */
const stateReads = new Map([
  ["eth_call", 1],
  ["eth_getBalance", 1],
  ["eth_getCode", 1],
  ["eth_getTransactionCount", 1],
  ["eth_getStorageAt", 2],
]);
const DELAY_MS = [20, 300] as const;

interface State {
  target: string;
  dice: Dice;
  /** The largest range of blocks that `eth_getLogs` answers. */
  rangeLimit: number;
  healed: boolean;
  counts: Map<string, number>;
  struck: Map<RpcFault, number>;
  feeRule: FeeRule;
  proxy: Pick<RpcProxy, "head" | "orphans" | "detour">;
}

/** Starts the proxy in front of the node at `target`; which call is struck by what follows from `dice`. */
export async function startRpcProxy(target: string, dice: Dice): Promise<RpcProxy> {
  const feeRule = enforceFeeRule();
  const struck = new Map<RpcFault, number>();
  const view = { head: 0, orphans: new Map<number, RawBlock>(), detour: null };
  const state: State = {
    target,
    dice,
    rangeLimit: dice.between(2, 40, "range limit"),
    healed: false,
    counts: new Map(),
    struck,
    feeRule,
    proxy: view,
  };
  const server = createServer((request, response) => {
    serve(state, request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(view, {
    url: `http://127.0.0.1:${port}`,
    struck,
    feeRule,
    heal: () => {
      state.healed = true;
      Object.assign(view, { detour: null });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

/** What comes of a call. */
type Outcome =
  | { kind: "answered"; answer: RpcAnswer }
  | { kind: "dropped" }
  | { kind: "refused"; status: 429 | 503 };

async function serve(state: State, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const asked: RpcCall | RpcCall[] = JSON.parse(Buffer.concat(chunks).toString());
  const calls = [asked].flat();
  const outcomes = await Promise.all(calls.map((call) => carryOut(state, call)));
  const [first] = outcomes;
  // What happens on the way happens to all that travels together: the first call decides.
  if (!first || first.kind === "dropped") return response.destroy();
  if (first.kind === "refused") {
    response.writeHead(first.status, { "content-type": "text/plain" });
    return response.end(refusals[first.status]);
  }
  const answers = calls.flatMap(({ id }, at) => answerOf(id, outcomes[at]));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
}

const refusals = { 429: "Too Many Requests", 503: "Service Unavailable" } as const;

/** The answer to one call of several; one that was dropped is left out. */
function answerOf(id: unknown, outcome: Outcome | undefined): RpcAnswer[] {
  if (!outcome || outcome.kind === "dropped") return [];
  const common = { jsonrpc: "2.0", id };
  if (outcome.kind === "answered") {
    const { error, result } = outcome.answer;
    return [{ ...common, ...(error ? { error } : { result }) }];
  }
  return [{ ...common, error: { code: -32005, message: refusals[outcome.status] } }];
}

async function carryOut(state: State, call: RpcCall): Promise<Outcome> {
  const fault = chooseFault(state, call);
  if (fault) state.struck.set(fault, (state.struck.get(fault) ?? 0) + 1);
  if (fault === "another chain") return { kind: "answered", answer: await forward(state, call) };
  const refusal = await refusalOf(state, call, fault);
  if (refusal) return { kind: "answered", answer: refusal };
  if (fault === "dropped before") return { kind: "dropped" };
  if (fault === "429" || fault === "503")
    return { kind: "refused", status: fault === "429" ? 429 : 503 };
  if (fault === "delayed") {
    await sleep(state.dice.between(...DELAY_MS, "delay", JSON.stringify(call.params)));
  }
  if (fault === "sent twice") await forward(state, call);
  const given = await forward(state, fault ? askInstead(fault, call, state.proxy.head) : call);
  if (fault === "answer dropped") return { kind: "dropped" };
  if (!fault || given.error) return { kind: "answered", answer: given };
  const orphan = state.proxy.orphans.get(Number(call.params[0]));
  return { kind: "answered", answer: { result: distort(fault, given.result, orphan) } };
}

function chooseFault(state: State, call: RpcCall): RpcFault | undefined {
  if (state.proxy.detour !== null) return "another chain";
  if (needsOldState(state.proxy, call)) return "no old state";
  if (state.healed) return undefined;
  const key = `${call.method} ${JSON.stringify(call.params)}`;
  const nth = state.counts.get(key) ?? 0;
  state.counts.set(key, nth + 1);
  if (spanOf(call) > state.rangeLimit) return "range too large";
  const fault = planFault(state.dice, call, nth);
  return fault === "old block body" && !hasOldBody(state.proxy, call) ? undefined : fault;
}

/** A node lags by a few blocks at most: nobody's final block is ever answered wrongly. */
function hasOldBody({ orphans, head }: State["proxy"], { params }: RpcCall): boolean {
  const height = Number(params[0]);
  return orphans.has(height) && height > head - LAG_BLOCKS;
}

/** What the node itself refuses, lying or not. */
async function refusalOf(
  state: State,
  call: RpcCall,
  fault: RpcFault | undefined,
): Promise<RpcAnswer | undefined> {
  if (fault === "range too large") {
    return { error: { code: -32005, message: "query returned more than 10000 results" } };
  }
  if (fault === "no old state") {
    const message = "missing trie node 41fd16a0 (path ) state 0x41fd16a0 is not available";
    return { error: { code: -32000, message } };
  }
  if (call.method !== "eth_sendRawTransaction") return undefined;
  if (await state.feeRule.allows(call.params[0] as Hex)) return undefined;
  return { error: { code: -32000, message: "replacement transaction underpriced" } };
}

function needsOldState({ head }: State["proxy"], { method, params }: RpcCall): boolean {
  const at = stateReads.get(method);
  const block = at === undefined ? undefined : params[at];
  return (
    typeof block === "string" && block.startsWith("0x") && Number(block) < head - KEPT_STATE_BLOCKS
  );
}

function spanOf({ method, params: [filter] }: RpcCall): number {
  if (method !== "eth_getLogs" || typeof filter !== "object" || filter === null) return 0;
  const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string };
  return fromBlock && toBlock ? Number(toBlock) - Number(fromBlock) + 1 : 0;
}

async function forward({ target, proxy }: State, call: RpcCall): Promise<RpcAnswer> {
  const response = await fetch(proxy.detour ?? target, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: call.method, params: call.params }),
  });
  return (await response.json()) as RpcAnswer;
}
