import { setTimeout as sleep } from "node:timers/promises";
import { encodeFunctionData, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { numberToHex } from "viem/utils";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { sendTransaction } from "./calls/send-transaction";
import type { Chain } from "./chains";
import { readHead } from "./reads/blocks";
import { readFeeMarket } from "./reads/fee-market";
import { RpcUnavailable } from "./rpc/rpc";

/** Mined on top, so that a block of the new time is final. */
const SETTLE_BLOCKS = 3;

/**
 * Moves the time of a local chain (anvil) ahead and mines some blocks: the newest has at least the time `to`,
 * by seconds at the most. One that is there already is left as it is.
 * @throws RpcUnavailable the chain does not answer
 */
export async function advanceLocalChain({ rpc, preset }: Chain, to: Date): Promise<void> {
  const request = (method: string, params: readonly unknown[] = []) =>
    rpc.request({ method, params });
  await request("evm_mine");
  const head = await readHead(rpc);
  const seconds = Math.ceil((to.getTime() - head.timestamp.getTime()) / 1_000);
  if (seconds <= 0) return;
  await request("evm_increaseTime", [seconds]);
  await request("anvil_mine", [numberToHex(SETTLE_BLOCKS), numberToHex(preset.blockSeconds)]);
}

const GAS = 200_000n;
/** Several requests may take the same nonce; all but one try again. */
const TRIES = 5;
const POLL_MS = 200;
const WAIT_MS = 15_000;

/**
 * Mints tokens of the local chain and waits until they are there.
 * @param key of the token's owner, or of one of its minters
 * @param amount in the token's smallest unit
 * @throws RpcUnavailable the chain did not take the transaction, or did not mine it in time
 */
export async function mintLocalTokens(
  chain: Chain,
  key: Hex,
  { token, to, amount }: { token: Address; to: Address; amount: bigint },
): Promise<void> {
  const data = encodeFunctionData({
    abi: localFiatTokenAbi,
    functionName: "mint",
    args: [to, amount],
  });
  for (let tries = 0; tries < TRIES; tries++) {
    const raw = await signCall(chain, key, { to: token, data });
    const { answer, message } = await sendTransaction(chain.rpc, raw);
    if (answer === "accepted") return await waitUntilMined(chain, keccak256(raw));
    if (answer !== "nonce_taken" && answer !== "underpriced") {
      throw new RpcUnavailable(`The mint was not taken: ${message}`);
    }
  }
  throw new RpcUnavailable("The mint lost every race for its nonce");
}

async function signCall(
  { id, rpc }: Chain,
  key: Hex,
  call: { to: Address; data: Hex },
): Promise<Hex> {
  const account = privateKeyToAccount(key);
  const params = [account.address, "pending"];
  const [nonce, { baseFee, tip }] = await Promise.all([
    rpc.request({ method: "eth_getTransactionCount", params }),
    readFeeMarket(rpc),
  ]);
  return account.signTransaction({
    ...call,
    type: "eip1559",
    chainId: id,
    nonce: Number(nonce),
    gas: GAS,
    maxFeePerGas: baseFee * 2n + tip,
    maxPriorityFeePerGas: tip,
  });
}

async function waitUntilMined({ rpc }: Chain, hash: Hex): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline) {
    const request = { method: "eth_getTransactionReceipt", params: [hash] };
    const receipt = (await rpc.request(request)) as { status: Hex } | null;
    if (receipt?.status === "0x1") return;
    if (receipt) throw new RpcUnavailable("The mint reverted");
    await sleep(POLL_MS);
  }
  throw new RpcUnavailable("The mint was not mined in time");
}
