import { isHex, numberToHex } from "viem/utils";
import { revertData } from "@/lib/adapters/chain/rpc/revert-reason";
import { type BlockName, blockParam, type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Hex } from "@/lib/core/chain/hex";

/** What a call would return, or what it would revert with. */
export type Simulation =
  | { readonly reverted: false; readonly result: Hex }
  | { readonly reverted: true; readonly data: Hex };

/**
 * Runs a call on a block's state without sending it (`eth_call`).
 * @param call.to null for init code: what it would leave as code is returned
 * @param call.gas the gas that the transaction is going to have
 * @param call.block `latest` unless told
 * @param call.value wei that it sends along
 * @throws RpcUnavailable no node answered, or the answer says nothing about the call
 */
export async function simulateCall(
  rpc: Rpc,
  {
    from,
    to,
    data,
    gas,
    value = 0n,
    block = "latest",
  }: {
    from: Address;
    to: Address | null;
    data: Hex;
    gas: bigint;
    value?: bigint;
    block?: BlockName;
  },
): Promise<Simulation> {
  const call = {
    from,
    ...(to && { to }),
    data,
    gas: numberToHex(gas),
    ...(value > 0n && { value: numberToHex(value) }),
  };
  try {
    const result = await rpc.request({ method: "eth_call", params: [call, blockParam(block)] });
    if (!isHex(result)) throw new RpcUnavailable("a malformed answer");
    return { reverted: false, result };
  } catch (error) {
    const data = revertData(error);
    if (data !== null) return { reverted: true, data };
    throw new RpcUnavailable(`eth_call: ${error instanceof Error ? error.message : error}`);
  }
}
