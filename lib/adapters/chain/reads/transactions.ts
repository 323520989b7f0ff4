import { hexToNumber, isHex } from "viem/utils";
import { z } from "zod";
import { type BlockName, blockParam, type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";

/** What a mined transaction did. */
export interface Receipt {
  readonly blockNumber: bigint;
  readonly blockHash: Bytes32;
  readonly succeeded: boolean;
  readonly logs: readonly ReceiptLog[];
  /** What it cost, in wei, with what a rollup charges for its data; null where the node does not tell. */
  readonly cost: bigint | null;
}

export interface ReceiptLog {
  /** Its place among the block's logs. */
  readonly logIndex: number;
  readonly address: Address;
  readonly topics: readonly Bytes32[];
  readonly data: Hex;
}

const hex = z.custom<Hex>((value) => isHex(value)).transform((text) => lowerHex(text));
const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
const receiptAnswer = z
  .object({
    transactionHash: hex,
    blockNumber: quantity,
    blockHash: hex,
    status: z.enum(["0x0", "0x1"]),
    logs: z.array(
      z.object({
        logIndex: quantity.transform(Number),
        address: hex,
        topics: z.array(hex),
        data: hex,
      }),
    ),
    gasUsed: quantity.optional(),
    effectiveGasPrice: quantity.optional(),
    l1Fee: quantity.nullish(),
  })
  .nullable();

async function ask<T>(
  rpc: Rpc,
  method: string,
  params: readonly unknown[],
  answer: z.ZodType<T>,
): Promise<T> {
  const parsed = answer.safeParse(await rpc.request({ method, params }));
  if (parsed.success) return parsed.data;
  throw new RpcUnavailable(`${method}: a malformed answer`);
}

/**
 * The receipt of a transaction on the node's present chain; null when it has none, which may also mean
 * that the node lags behind.
 * @throws RpcError
 * @throws RpcUnavailable also when the answer is of another transaction
 */
export async function readReceipt(rpc: Rpc, hash: Bytes32): Promise<Receipt | null> {
  const receipt = await ask(rpc, "eth_getTransactionReceipt", [hash], receiptAnswer);
  if (!receipt) return null;
  const { transactionHash, status, gasUsed, effectiveGasPrice, l1Fee, ...rest } = receipt;
  if (transactionHash !== hash) {
    throw new RpcUnavailable("eth_getTransactionReceipt: another transaction's receipt");
  }
  const isPriced = gasUsed !== undefined && effectiveGasPrice !== undefined;
  const cost = isPriced ? gasUsed * effectiveGasPrice + (l1Fee ?? 0n) : null;
  return { ...rest, cost, succeeded: status === "0x1" };
}

/**
 * How many transactions of an account are mined up to a block: its next nonce there.
 * @throws RpcError also where the node has forgotten the block's state
 * @throws RpcUnavailable
 */
export function transactionCount(
  rpc: Rpc,
  account: Address,
  block: bigint | "latest",
): Promise<bigint> {
  return ask(rpc, "eth_getTransactionCount", [account, blockParam(block)], quantity);
}

/**
 * What an account holds of the chain's own currency, in wei.
 * @throws RpcError, RpcUnavailable
 */
export function gasBalance(
  rpc: Rpc,
  account: Address,
  block: BlockName = "latest",
): Promise<bigint> {
  return ask(rpc, "eth_getBalance", [account, blockParam(block)], quantity);
}

/**
 * The id of the chain that the node is on.
 * @throws RpcError, RpcUnavailable
 */
export async function readChainId(rpc: Rpc): Promise<number> {
  const id = await rpc.request({ method: "eth_chainId" });
  if (!isHex(id)) throw new RpcUnavailable("eth_chainId: a malformed answer");
  return hexToNumber(id);
}
