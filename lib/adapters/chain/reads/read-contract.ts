import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  prepareEncodeFunctionData,
} from "viem";
import { ChainDoubt, isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type BlockName, blockParam, type Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Hex } from "@/lib/core/chain/hex";

type ReadMutability = "view" | "pure";

interface PreparedFunction {
  abi: Abi;
  functionName: Hex;
}

/** Functions with their selectors, which are hashes. */
const prepared = new WeakMap<Abi, Map<string, PreparedFunction>>();

function prepare(abi: Abi, functionName: string): PreparedFunction {
  const known = prepared.get(abi) ?? new Map<string, PreparedFunction>();
  prepared.set(abi, known);
  const found = known.get(functionName) ?? prepareEncodeFunctionData({ abi, functionName });
  known.set(functionName, found);
  return found;
}

interface ReadCall<
  A extends Abi,
  Name extends ContractFunctionName<A, ReadMutability>,
  Args extends ContractFunctionArgs<A, ReadMutability, Name>,
> {
  address: Address;
  abi: A;
  functionName: Name;
  args: Args;
  /** `latest` unless told. */
  block?: BlockName;
}

/**
 * Calls a view function of a contract.
 * @throws RpcError the call reverted
 * @throws RpcUnavailable no node answered
 */
export async function readContract<
  const A extends Abi,
  Name extends ContractFunctionName<A, ReadMutability>,
  const Args extends ContractFunctionArgs<A, ReadMutability, Name>,
>(
  rpc: Rpc,
  { address, abi, functionName, args, block = "latest" }: ReadCall<A, Name, Args>,
): Promise<ContractFunctionReturnType<A, ReadMutability, Name, Args>> {
  const call: { abi: Abi; functionName: string; args: readonly unknown[] } = {
    abi,
    functionName,
    args: args as readonly unknown[],
  };
  const data = (await rpc.request({
    method: "eth_call",
    params: [
      { to: address, data: encodeFunctionData({ ...prepare(abi, functionName), args: call.args }) },
      blockParam(block),
    ],
  })) as Hex;
  return decodeFunctionResult({ ...call, data }) as ContractFunctionReturnType<
    A,
    ReadMutability,
    Name,
    Args
  >;
}

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
