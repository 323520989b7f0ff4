import { NodeTrouble } from "./node-trouble";
import { postJsonRpc } from "./post-json-rpc";

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
