import { isHex } from "viem/utils";
import type { Address, Bytes32 } from "@/lib/core/hex";
import { fiatTokenAbi } from "./abi/fiat-token";
import { ChainDoubt } from "./chain-trouble";
import { readContract } from "./read-contract";
import { readValue } from "./read-value";
import { type BlockName, blockParam, type Rpc } from "./rpc";

type At = Extract<BlockName, bigint | "latest" | object>;

/**
 * What an account holds, in the token's smallest unit.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function balanceOf(
  rpc: Rpc,
  token: Address,
  owner: Address,
  block: At = "latest",
): Promise<bigint> {
  const call = { address: token, abi: fiatTokenAbi, block } as const;
  return readValue(readContract(rpc, { ...call, functionName: "balanceOf", args: [owner] }));
}

/**
 * How much of an account's tokens a spender may take, in the token's smallest unit.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function allowanceOf(
  rpc: Rpc,
  token: Address,
  { owner, spender }: { owner: Address; spender: Address },
  block: At = "latest",
): Promise<bigint> {
  const call = { address: token, abi: fiatTokenAbi, block } as const;
  return readValue(
    readContract(rpc, { ...call, functionName: "allowance", args: [owner, spender] }),
  );
}

/**
 * Whether an authorization's nonce (EIP-3009) is spent: used by anyone, or cancelled by its signer.
 * @throws RpcError also where the node has forgotten the block's state
 * @throws RpcUnavailable, ChainDoubt
 */
export function isAuthorizationSpent(
  rpc: Rpc,
  token: Address,
  { authorizer, nonce }: { authorizer: Address; nonce: Bytes32 },
  block: At = "latest",
): Promise<boolean> {
  const call = { address: token, abi: fiatTokenAbi, block } as const;
  return readValue(
    readContract(rpc, { ...call, functionName: "authorizationState", args: [authorizer, nonce] }),
  );
}

/**
 * Whether the token's issuer has blocked an account.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function isBlacklisted(rpc: Rpc, token: Address, account: Address): Promise<boolean> {
  const call = { address: token, abi: fiatTokenAbi } as const;
  return readValue(readContract(rpc, { ...call, functionName: "isBlacklisted", args: [account] }));
}

/**
 * An owner's next permit nonce (EIP-2612).
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function permitNonceOf(
  rpc: Rpc,
  token: Address,
  owner: Address,
  block: At = "latest",
): Promise<bigint> {
  const call = { address: token, abi: fiatTokenAbi, block } as const;
  return readValue(readContract(rpc, { ...call, functionName: "nonces", args: [owner] }));
}

/**
 * Whether an account has code: a contract wallet, or a key with an EIP-7702 delegation. Tokens ask its
 * code to verify its signatures (ERC-1271).
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function hasCode(rpc: Rpc, account: Address): Promise<boolean> {
  return (await accountCode(rpc, account)) !== "none";
}

/**
 * What an account is by its code: nothing, a contract, or a key that is delegated to one, whose code is
 * `0xef0100` and the contract's address (EIP-7702).
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function accountCode(
  rpc: Rpc,
  account: Address,
): Promise<"none" | "contract" | "delegated"> {
  const params = [account, blockParam("latest")];
  const code = await rpc.request({ method: "eth_getCode", params });
  if (!isHex(code)) throw new ChainDoubt("eth_getCode: a malformed answer");
  if (code === "0x") return "none";
  return /^0xef0100[0-9a-f]{40}$/i.test(code) ? "delegated" : "contract";
}
