import { ChainDoubt, isChainTrouble } from "./chain-trouble";

/**
 * What a contract was asked for. An answer that is no value of the function's type says nothing.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readValue<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (isChainTrouble(error)) throw error;
    throw new ChainDoubt(error instanceof Error ? error.message : String(error));
  }
}
