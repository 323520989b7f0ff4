import { type Hex, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpRpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { readSendError, type SendAnswer } from "@/lib/adapters/chain/rpc/send-error";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { sendTransaction } from "./send-transaction";

let chain: BareChain;
const account = privateKeyToAccount(`0x${"5a".repeat(32)}`);

beforeAll(async () => {
  chain = await startBareChain();
  await chain.request("anvil_setBalance", [account.address, `0x${parseEther("1").toString(16)}`]);
});
afterAll(() => chain.stop());

const sign = (change: { nonce: number; maxFeePerGas?: bigint; value?: bigint }) =>
  account.signTransaction({
    type: "eip1559",
    chainId: 31337,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    to: account.address,
    ...change,
  });

test.each<[string, SendAnswer]>([
  ["already known", "accepted"],
  ["ALREADY_EXISTS: already known", "accepted"],
  ["known transaction: 0xabc", "accepted"],
  ["Known transaction", "accepted"],
  ["transaction already imported", "accepted"],
  ["AlreadyKnown", "accepted"],
  ["transaction already in the pool", "accepted"],
  ["nonce too low", "nonce_taken"],
  ["nonce too low: next nonce 8, tx nonce 7", "nonce_taken"],
  ["OldNonce, Current nonce: 5, nonce of rejected tx: 4", "nonce_taken"],
  ["Nonce too low", "nonce_taken"],
  ["replacement transaction underpriced", "underpriced"],
  ["Replacement transaction underpriced", "underpriced"],
  ["ReplacementNotAllowed", "underpriced"],
  ["nonce too high", "gap"],
  ["nonce exceeds next nonce", "gap"],
  ["NonceGap, Future nonce. Expected nonce: 3", "gap"],
  ["Transaction nonce is too distant from current sender nonce", "gap"],
  ["insufficient funds for gas * price + value", "no_funds"],
  ["Insufficient funds for gas * price + value", "no_funds"],
  ["InsufficientFunds, Account balance: 0", "no_funds"],
  ["Upfront cost exceeds account balance: UPFRONT_COST_EXCEEDS_BALANCE", "no_funds"],
  ["transaction underpriced", "fee_too_low"],
  ["max fee per gas less than block base fee: address 0x1", "fee_too_low"],
  ["FeeTooLow, MaxFeePerGas too low", "fee_too_low"],
  ["the moon is in the wrong phase", "unknown"],
  ["internal error", "unknown"],
])("%s → %s", (message, answer) => {
  expect(readSendError(message)).toBe(answer);
});

test("the local chain's own words are understood", async () => {
  const rpc = httpRpc([chain.rpcUrl]);
  const raw = await sign({ nonce: 0 });
  expect(await sendTransaction(rpc, raw)).toEqual({ answer: "accepted", message: null });
  expect(await sendTransaction(rpc, raw)).toMatchObject({ answer: "accepted" });
  const cheaper = await sign({ nonce: 0, maxFeePerGas: 10n ** 10n - 1n });
  expect(await sendTransaction(rpc, cheaper)).toMatchObject({ answer: "underpriced" });
  const poor = await sign({ nonce: 1, value: parseEther("2") });
  expect(await sendTransaction(rpc, poor)).toMatchObject({ answer: "no_funds" });
  await chain.mine();
  const late = await sign({ nonce: 0, maxFeePerGas: 10n ** 11n });
  expect(await sendTransaction(rpc, late)).toMatchObject({ answer: "nonce_taken" });
});

test("no answer, and an answer that does not name the transaction, say nothing", async () => {
  const raw: Hex = await sign({ nonce: 7 });
  const silent = { request: () => Promise.reject(new RpcUnavailable("socket hang up")) };
  expect(await sendTransaction(silent, raw)).toMatchObject({ answer: "unknown" });
  const confused = { request: async () => null };
  expect(await sendTransaction(confused, raw)).toMatchObject({ answer: "unknown" });
});
