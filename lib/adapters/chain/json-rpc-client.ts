import { request } from "undici";

/** What a node says to a call (JSON-RPC 2.0). */
export interface JsonRpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Makes one call. Rejects when no answer came back. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<JsonRpcAnswer>;

interface Call {
  readonly id: number;
  readonly text: string;
  readonly resolve: (answer: JsonRpcAnswer) => void;
  readonly reject: (error: unknown) => void;
}

const TIMEOUT_MS = 10_000;
/** Providers allow more, some of them not many more. */
const MOST_TOGETHER = 20;
/** A large call would keep the small ones waiting. */
const LARGE_CALL_LENGTH = 4_000;
/** What may have an effect goes by itself, so that an answer that is lost says nothing about others. */
const alone = new Set(["eth_sendRawTransaction"]);

let lastId = 0;

/**
 * Opens a node. Calls that are made in the same turn of the event loop go out together, as one JSON-RPC
 * batch; to a node that takes none they go one by one.
 */
export function connectNode(url: string): Ask {
  let waiting: Call[] = [];
  let takesBatches = true;

  async function sendTogether(calls: readonly Call[]): Promise<void> {
    try {
      const answers = await post(url, `[${calls.map(({ text }) => text).join(",")}]`);
      if (Array.isArray(answers)) return hand(calls, answers);
    } catch (error) {
      for (const { reject } of calls) reject(error);
      return;
    }
    takesBatches = false;
    for (const call of calls) void sendAlone(url, call);
  }

  function flush(): void {
    const calls = waiting;
    waiting = [];
    for (let start = 0; start < calls.length; start += MOST_TOGETHER) {
      const some = calls.slice(start, start + MOST_TOGETHER);
      const [only] = some;
      if (some.length === 1 && only) void sendAlone(url, only);
      else void sendTogether(some);
    }
  }

  return (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const text = JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
      const call = { id: lastId, text, resolve, reject };
      if (!takesBatches || alone.has(method) || text.length > LARGE_CALL_LENGTH) {
        void sendAlone(url, call);
        return;
      }
      waiting.push(call);
      if (waiting.length === 1) setImmediate(flush);
    });
}

async function sendAlone(url: string, { text, resolve, reject }: Call): Promise<void> {
  try {
    resolve((await post(url, text)) as JsonRpcAnswer);
  } catch (error) {
    reject(error);
  }
}

/** Answers of a batch come in any order. */
function hand(
  calls: readonly Call[],
  answers: readonly (JsonRpcAnswer & { id?: unknown })[],
): void {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  for (const { id, resolve, reject } of calls) {
    const answer = byId.get(id);
    if (answer) resolve(answer);
    else reject(new Error("the batch has no answer to the call"));
  }
}

async function post(url: string, body: string): Promise<unknown> {
  const response = await request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return JSON.parse(await response.body.text());
}
