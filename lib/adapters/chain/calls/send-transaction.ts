import { keccak256 } from "viem/utils";
import { type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { readSendError, type SendAnswer } from "@/lib/adapters/chain/rpc/send-error";
import type { Hex } from "@/lib/core/chain/hex";

export interface SendResult {
  readonly answer: SendAnswer;
  /** The node's own words, where it had any. */
  readonly message: string | null;
}

/**
 * Hands signed bytes to the chain (`eth_sendRawTransaction`). Sending the same bytes again is harmless.
 * Never throws: an error is not a refusal, the bytes may have arrived.
 */
export async function sendTransaction(rpc: Rpc, raw: Hex): Promise<SendResult> {
  try {
    const given = await rpc.request({ method: "eth_sendRawTransaction", params: [raw] });
    if (given === keccak256(raw)) return { answer: "accepted", message: null };
    return { answer: "unknown", message: "the node did not name the transaction" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { answer: error instanceof RpcError ? readSendError(message) : "unknown", message };
  }
}
