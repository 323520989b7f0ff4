import { encodeFunctionData, parseAbi } from "viem";
import { isHex, numberToHex } from "viem/utils";
import { isSignedBy } from "@/lib/adapters/chain/calls/signatures";
import { tryAfterCreation, unwrapSignature } from "@/lib/adapters/chain/calls/wallet-creation";
import type { Chain } from "@/lib/adapters/chain/chains";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Bytes32, type Hex, zeroAddress } from "@/lib/core/chain/hex";
import { hasCode } from "./tokens";

const abi = parseAbi([
  "function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)",
]);
/** What a contract answers to a signature that it takes as its own (ERC-1271): one word. */
const accepted = `0x1626ba7e${"0".repeat(56)}`;
const WORD_CHARACTERS = accepted.length;

/** What a wallet's own code may use. */
const VERIFICATION_GAS = 1_000_000n;

/**
 * Whether an account signed a digest: with its own key, as its code says on the chain (ERC-1271), or, where the account
 * has no code yet, as its code would say once one of the chain's factories has created it (ERC-6492). Nothing is sent.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function isSignedForWallet(
  { rpc, walletFactories }: Pick<Chain, "rpc" | "walletFactories">,
  account: Address,
  digest: Bytes32,
  given: Hex,
): Promise<boolean> {
  const unwrapped = unwrapSignature(given);
  if (!unwrapped) return false;
  const { signature, creation } = unwrapped;
  if (await isSignedFor(rpc, account, digest, signature)) return true;
  if (!creation || !walletFactories.includes(creation.factory)) return false;
  if (await hasCode(rpc, account)) return false;
  const data = question(digest, signature);
  const wallet = { wallet: account, creation };
  const call = { from: zeroAddress, to: account, data, gas: VERIFICATION_GAS };
  const trial = await tryAfterCreation(rpc, wallet, call);
  if (trial === "not_created" || trial.reverted) return false;
  return accepts(trial.result);
}

/**
 * Whether an account signed a digest: with its own key, or as its code says on the chain (ERC-1271).
 * @throws RpcUnavailable, ChainDoubt
 */
export async function isSignedFor(
  rpc: Rpc,
  account: Address,
  digest: Bytes32,
  signature: Hex,
): Promise<boolean> {
  if (await isSignedBy(account, digest, signature)) return true;
  if (!(await hasCode(rpc, account))) return false;
  return isTakenByCode(rpc, account, digest, signature);
}

/**
 * Whether an account's code takes a signature as the account's own (ERC-1271). Tokens ask no one else of an account that
 * has code. Code that reverts, or that answers nothing or anything else, takes none.
 * @param gas what the code may use; as much as the node allows unless told
 * @throws RpcUnavailable, ChainDoubt
 */
export async function isTakenByCode(
  rpc: Rpc,
  account: Address,
  digest: Bytes32,
  signature: Hex,
  gas?: bigint,
): Promise<boolean> {
  const call = { to: account, data: question(digest, signature) };
  const params = [gas === undefined ? call : { ...call, gas: numberToHex(gas) }, "latest"];
  try {
    const answer = await rpc.request({ method: "eth_call", params });
    if (!isHex(answer)) throw new ChainDoubt("eth_call: a malformed answer");
    return accepts(answer);
  } catch (error) {
    // It reverted: it takes no such signature.
    if (error instanceof RpcError) return false;
    throw error;
  }
}

const question = (digest: Bytes32, signature: Hex): Hex =>
  encodeFunctionData({ abi, functionName: "isValidSignature", args: [digest, signature] });

const accepts = (answer: Hex): boolean =>
  answer.slice(0, WORD_CHARACTERS).toLowerCase() === accepted;
