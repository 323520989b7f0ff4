import { domainSeparator, numberToHex, toFunctionSelector, zeroHash } from "viem";
import type { Address, Hex } from "@/lib/core/hex";
import { type Currency, currencyDecimals } from "@/lib/core/money";
import { fiatTokenAbi } from "./abi/fiat-token";
import type { Token } from "./chains";
import { readContract } from "./read-contract";
import { type Rpc, RpcError } from "./rpc";

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
