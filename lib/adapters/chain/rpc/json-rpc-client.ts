import {
  fieldsOf,
  type JsonRpcAnswer,
  type JsonRpcError,
  readAnswer,
  readError,
} from "./json-rpc-answer";
import { NodeTrouble } from "./node-trouble";
import { postJsonRpc } from "./post-json-rpc";

/** A call, and how long its answer is waited for. */
export interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly timeoutMs: number;
}

/**
 * Makes one call.
 * @throws NodeTrouble no answer came back that can be used
 */
export type Ask = (question: Question) => Promise<JsonRpcAnswer>;

interface Call {
  readonly id: number;
  readonly text: string;
  readonly timeoutMs: number;
  readonly resolve: (answer: JsonRpcAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Providers allow more, some of them not many more. */
const MOST_TOGETHER = 20;
/** A large call would keep the small ones waiting. */
const LARGE_CALL_LENGTH = 4_000;
/** What may have an effect goes by itself, so that an answer that is lost says nothing about others. */
const alone = new Set(["eth_sendRawTransaction"]);
/** A node that takes no batches is offered one again after this: another may stand behind its URL. */
const NO_BATCHES_MS = 10 * 60_000;
/** One that fails at batches for no reason that is known, and answers calls one by one. */
const FAILING_BATCHES_MS = 60_000;
const BATCH_FAILURES = 3;
/** Codes of JSON-RPC 2.0 for a body that the node does not take. */
const NOT_TAKEN = [-32700, -32600, -32601];
/** HTTP statuses of those that refuse the form of the body. */
const FORM_STATUSES = [400, 404, 405, 413, 415, 422, 501];

let lastId = 0;

/**
 * Opens a node. Calls that are made in the same turn of the event loop go out together, as one JSON-RPC
 * batch; to a node that takes none they go one by one.
 */
export function connectNode(url: string): Ask {
  const batches = new BatchUse();
  let waiting: Call[] = [];

  function flush(): void {
    const calls = waiting;
    waiting = [];
    for (let start = 0; start < calls.length; start += MOST_TOGETHER) {
      const some = calls.slice(start, start + MOST_TOGETHER);
      const [only] = some;
      if (some.length === 1 && only) void sendAlone(url, only);
      else void sendTogether(url, some, batches);
    }
  }

  return ({ method, params, timeoutMs }) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const text = JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
      const call = limited({ id: lastId, text, timeoutMs, resolve, reject });
      if (!batches.allowed || alone.has(method) || text.length > LARGE_CALL_LENGTH) {
        void sendAlone(url, call);
        return;
      }
      waiting.push(call);
      if (waiting.length === 1) setImmediate(flush);
    });
}

/** Calls of a batch may have less time than the batch: each gives up by itself. */
function limited(call: Call): Call {
  const timer = setTimeout(
    () => call.reject(new NodeTrouble(`no answer within ${call.timeoutMs} ms`, { isLate: true })),
    call.timeoutMs,
  );
  return {
    ...call,
    resolve: (answer) => {
      clearTimeout(timer);
      call.resolve(answer);
    },
    reject: (error) => {
      clearTimeout(timer);
      call.reject(error);
    },
  };
}

async function sendAlone(url: string, call: Call): Promise<void> {
  try {
    call.resolve(readAnswer(await postJsonRpc(url, call.text, call.timeoutMs), call.id));
  } catch (error) {
    call.reject(error);
  }
}

async function sendTogether(url: string, calls: readonly Call[], use: BatchUse): Promise<void> {
  const timeoutMs = Math.max(...calls.map((call) => call.timeoutMs));
  try {
    const body = await postJsonRpc(url, `[${calls.map(({ text }) => text).join(",")}]`, timeoutMs);
    const refusal = readRefusal(body, calls.length);
    if (refusal === null) {
      if (!Array.isArray(body)) throw new NodeTrouble("a batch was answered by no list");
      use.worked();
      return hand(calls, body);
    }
    // The error that it was asked too often is thrown here, and is no word against batches.
    readAnswer({ error: refusal }, Number.NaN);
    use.failed(refusal);
  } catch (error) {
    const isForm = error instanceof NodeTrouble && FORM_STATUSES.includes(error.status ?? 0);
    if (!isForm) {
      for (const { reject } of calls) reject(error);
      return;
    }
    use.failed(null);
  }
  for (const call of calls) void sendAlone(url, call);
}

/**
 * The one error with which a node refuses several calls: bare, or as a list of one, under no id or the
 * first call's. Null for everything else.
 */
function readRefusal(body: unknown, calls: number): JsonRpcError | null {
  if (!Array.isArray(body)) return readError(body);
  return calls > 1 && body.length === 1 ? readError(body[0]) : null;
}

/** Answers of a batch come in any order. */
function hand(calls: readonly Call[], answers: readonly unknown[]): void {
  const byId = new Map(answers.map((answer) => [fieldsOf(answer)?.id, answer]));
  for (const { id, resolve, reject } of calls) {
    try {
      if (!byId.has(id)) throw new NodeTrouble("the batch has no answer to the call");
      resolve(readAnswer(byId.get(id), id));
    } catch (error) {
      reject(error);
    }
  }
}

/** Whether a node takes batches, as far as it has shown. */
class BatchUse {
  #againAt = 0;
  #failures = 0;

  get allowed(): boolean {
    return performance.now() >= this.#againAt;
  }

  worked(): void {
    this.#failures = 0;
  }

  /** A node's word against the form is believed; any other error may pass, and is believed if it stays. */
  failed(error: { code: number; message: string } | null): void {
    this.#failures += 1;
    if (error && (NOT_TAKEN.includes(error.code) || /batch/i.test(error.message))) {
      this.#againAt = performance.now() + NO_BATCHES_MS;
    } else if (this.#failures >= BATCH_FAILURES) {
      this.#againAt = performance.now() + FAILING_BATCHES_MS;
      this.#failures = 0;
    }
  }
}
