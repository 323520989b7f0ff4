import { type Dispatcher, request } from "undici";
import { readError } from "./json-rpc-answer";
import { NodeTrouble } from "./node-trouble";

/** More than the logs or receipts of any block; a node that sends more is not read to the end. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** Of what a node asks to be left alone, at most a minute counts. */
const LONGEST_REST_MS = 60_000;
const SHORTEST_REST_MS = 1_000;
/** The key is not accepted, or the account is not paid for: that is about the node, not about the call. */
const ACCOUNT_STATUSES = [401, 402, 403];

/**
 * Posts a JSON-RPC body to a node. An HTTP error counts as an answer only where its body is a JSON-RPC
 * error, as some nodes give it with 400 or 500.
 * @returns the parsed body, of any shape
 * @throws NodeTrouble no answer in time, too long a one, none that is JSON, or an HTTP status that says
 * to come back later (RFC 9110 `Retry-After`)
 */
export async function postJsonRpc(url: string, body: string, timeoutMs: number): Promise<unknown> {
  try {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
    });
    const parsed = parse(await readText(answer));
    const status = { status: statusCode };
    if (statusCode === 429 || (statusCode === 503 && headers["retry-after"] !== undefined)) {
      const restMs = restOf(headers["retry-after"]);
      throw new NodeTrouble(`HTTP ${statusCode}${textOf(parsed)}`, { ...status, restMs });
    }
    const isOk = statusCode >= 200 && statusCode < 300;
    const refusal = !isOk && !ACCOUNT_STATUSES.includes(statusCode) && readError(parsed);
    if (!isOk && !refusal) throw new NodeTrouble(`HTTP ${statusCode}${textOf(parsed)}`, status);
    if (parsed === undefined) throw new NodeTrouble("the answer is not JSON", status);
    return parsed;
  } catch (error) {
    if (error instanceof NodeTrouble) throw error;
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new NodeTrouble(error instanceof Error ? error.message : String(error), { isLate });
  }
}

async function readText(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > MAX_ANSWER_BYTES) throw new NodeTrouble("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(parsed: unknown): string {
  const error = readError(parsed);
  return error ? `: ${error.message.slice(0, 200)}` : "";
}

/** Seconds or a date; a second where the node names none. */
function restOf(header: string | string[] | undefined): number {
  const text = [header].flat()[0] ?? "";
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  if (Number.isNaN(ms)) return SHORTEST_REST_MS;
  return Math.min(Math.max(ms, SHORTEST_REST_MS), LONGEST_REST_MS);
}

/**
 * Offers a node two calls in one body (JSON-RPC 2.0, batch).
 * @returns null where no answer came back
 */
export async function takesBatches(url: string, timeoutMs: number): Promise<boolean | null> {
  const calls = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "eth_chainId", params: [] }));
  try {
    const body = await postJsonRpc(url, JSON.stringify(calls), timeoutMs);
    return Array.isArray(body) && body.length === calls.length;
  } catch (error) {
    if (error instanceof NodeTrouble) return null;
    throw error;
  }
}
