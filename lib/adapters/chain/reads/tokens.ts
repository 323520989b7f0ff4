import { domainSeparator, numberToHex, toFunctionSelector, zeroHash } from "viem";
import { isHex } from "viem/utils";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import type { Token } from "@/lib/adapters/chain/chains";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type BlockName, blockParam, type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { type Currency, currencyDecimals } from "@/lib/core/amounts/money";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { readContract, readValue } from "./read-contract";

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
export async function hasCode(rpc: Rpc, account: Address, block: At = "latest"): Promise<boolean> {
  return (await accountCode(rpc, account, block)) !== "none";
}

/**
 * What an account is by its code: nothing, a contract, or a key that is delegated to one, whose code is
 * `0xef0100` and the contract's address (EIP-7702).
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function accountCode(
  rpc: Rpc,
  account: Address,
  block: At = "latest",
): Promise<"none" | "contract" | "delegated"> {
  const params = [account, blockParam(block)];
  const code = await rpc.request({ method: "eth_getCode", params });
  if (!isHex(code)) throw new ChainDoubt("eth_getCode: a malformed answer");
  if (code === "0x") return "none";
  return /^0xef0100[0-9a-f]{40}$/i.test(code) ? "delegated" : "contract";
}

const PERMIT = 1;
const TRANSFER_WITH_AUTHORIZATION = 2;

/** Whether a call with zeroed arguments fails as a missing function would: without any revert data. */
async function hasFunction(rpc: Rpc, address: Address, signature: string, words: number) {
  const data = toFunctionSelector(signature) + zeroHash.slice(2).repeat(words);
  try {
    await rpc.request({ method: "eth_call", params: [{ to: address, data }, "latest"] });
    return true;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return typeof error.data === "string" && error.data.length > 2;
  }
}

async function readCapabilities(rpc: Rpc, address: Address): Promise<number> {
  const permit = "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)";
  const receive =
    "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)";
  const [canPermit, canReceive] = await Promise.all([
    hasFunction(rpc, address, permit, 7),
    hasFunction(rpc, address, receive, 9),
  ]);
  return (canPermit ? PERMIT : 0) | (canReceive ? TRANSFER_WITH_AUTHORIZATION : 0);
}

/**
 * Reads how a token describes itself, and checks that it is what payers would sign for: the EIP-712
 * domain rebuilt from `name()` and `version()` must have the token's own `DOMAIN_SEPARATOR()`.
 * @throws Error a domain, decimals or capabilities that Stipend cannot settle with
 */
export async function readToken(
  rpc: Rpc,
  chainId: number,
  currency: Currency,
  address: Address,
): Promise<Token> {
  const token = { address, abi: fiatTokenAbi, args: [] } as const;
  const [name, symbol, version, decimals, separator, capabilities] = await Promise.all([
    readContract(rpc, { ...token, functionName: "name" }),
    readContract(rpc, { ...token, functionName: "symbol" }),
    readContract(rpc, { ...token, functionName: "version" }),
    readContract(rpc, { ...token, functionName: "decimals" }),
    readContract(rpc, { ...token, functionName: "DOMAIN_SEPARATOR" }),
    readCapabilities(rpc, address),
  ]);
  const domain = { name, version, chainId, verifyingContract: address };
  if (domainSeparator({ domain }) !== separator) {
    throw new Error(
      `${currency} at ${address}: its EIP-712 domain is not ("${name}", "${version}")`,
    );
  }
  if (decimals !== currencyDecimals) {
    throw new Error(`${currency} at ${address} has ${decimals} decimals, not ${currencyDecimals}`);
  }
  if ((capabilities & TRANSFER_WITH_AUTHORIZATION) === 0) {
    throw new Error(`${currency} at ${address} has no receiveWithAuthorization (EIP-3009)`);
  }
  return {
    currency,
    address,
    chainId,
    name,
    symbol,
    decimals,
    version,
    capabilities,
    domainSeparator: separator,
  };
}

/**
 * The hash of a block by number, for pinning a chain's identity.
 * @throws Error the chain has no such block
 */
export async function readBlockHash(rpc: Rpc, number: bigint): Promise<Hex> {
  const params = [numberToHex(number), false];
  const block = (await rpc.request({ method: "eth_getBlockByNumber", params })) as {
    hash: Hex;
  } | null;
  if (!block) throw new Error(`The chain has no block ${number}`);
  return block.hash;
}
