import { saysRateLimit } from "./node-trouble";
import { RpcError, RpcUnavailable } from "./rpc";

/**
 * The node's answers are malformed, contradict each other, or are not there yet. Nothing may be
 * concluded from them; asking again later may help.
 */
export class ChainDoubt extends Error {
  override readonly name = "ChainDoubt";
}

/** Whether an error says something about the node alone, so that the same call is worth repeating. */
export function isChainTrouble(error: unknown): error is RpcError | RpcUnavailable | ChainDoubt {
  return (
    error instanceof ChainDoubt || error instanceof RpcUnavailable || error instanceof RpcError
  );
}

/** Whether the node refused because of the number of calls: a smaller question would not help. */
export function isRateLimit(error: unknown): boolean {
  return isChainTrouble(error) && saysRateLimit(error.message);
}

/** "Please specify an address in your request", "address is required", "a filter without addresses is not allowed". */
const sayAddress = /\baddress(es)?\b/i;
const sayRequired = /\b(specify|requires?|required|missing|must|needs?|without)\b/i;

/** Whether the node refused because the logs were asked for of every contract, which some providers do not give. */
export function wantsAddress(error: unknown): boolean {
  return (
    error instanceof RpcError && sayAddress.test(error.message) && sayRequired.test(error.message)
  );
}
