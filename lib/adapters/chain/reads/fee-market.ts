import { numberToHex } from "viem/utils";
import { z } from "zod";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";

/** What a transaction must pay to be mined soon, in wei per gas (EIP-1559). */
export interface FeeMarket {
  /** Of the next block. */
  readonly baseFee: bigint;
  /** What others lately gave to the miner. */
  readonly tip: bigint;
}

const BLOCKS = 5;
/** Percentile of the tips within a block. */
const PERCENTILE = 50;
/** Some nodes ask for more than nothing. */
const LEAST_TIP = 1_000_000n;

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
const history = z.object({
  baseFeePerGas: z.array(quantity).min(1),
  reward: z.array(z.array(quantity)).nullish(),
});

/**
 * Reads the next block's base fee and the median tip of the last blocks (`eth_feeHistory`).
 * @throws RpcError
 * @throws RpcUnavailable also when the answer is malformed
 */
export async function readFeeMarket(rpc: Rpc): Promise<FeeMarket> {
  const params = [numberToHex(BLOCKS), "latest", [PERCENTILE]];
  const parsed = history.safeParse(await rpc.request({ method: "eth_feeHistory", params }));
  if (!parsed.success) throw new RpcUnavailable("eth_feeHistory: a malformed answer");
  const { baseFeePerGas, reward } = parsed.data;
  const tips = (reward ?? []).flat().filter((tip) => tip > 0n);
  return { baseFee: baseFeePerGas.at(-1) ?? 0n, tip: atLeast(median(tips), LEAST_TIP) };
}

function median(values: bigint[]): bigint {
  const sorted = values.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}

function atLeast(value: bigint, least: bigint): bigint {
  return value < least ? least : value;
}
