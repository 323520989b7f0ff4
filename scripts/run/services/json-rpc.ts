/** Sends one JSON-RPC 2.0 request and returns its result. */
export type JsonRpc = <Result = unknown>(method: string, params?: unknown[]) => Promise<Result>;

/** What a JSON-RPC server answered instead of a result. */
class JsonRpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
    this.name = "JsonRpcError";
  }
}

interface Answer<Result> {
  result: Result;
  error?: { code: number; message: string; data?: unknown };
}

/** Opens `url` for JSON-RPC requests; a request that is not answered within `timeoutMs` is aborted. */
export function connectJsonRpc(url: string, timeoutMs = 30_000): JsonRpc {
  let id = 0;
  return async <Result>(method: string, params: unknown[] = []) => {
    id += 1;
    // Unlike `AbortSignal.timeout`, nothing is left to run out for an answer that has come.
    const giveUp = new AbortController();
    const timer = setTimeout(
      () => giveUp.abort(new DOMException(`${method} was not answered`, "TimeoutError")),
      timeoutMs,
    );
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
        signal: giveUp.signal,
      });
      const { result, error } = (await response.json()) as Answer<Result>;
      if (error) throw new JsonRpcError(error.code, `${method}: ${error.message}`, error.data);
      return result;
    } finally {
      clearTimeout(timer);
    }
  };
}
