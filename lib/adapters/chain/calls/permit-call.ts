import { encodeFunctionData } from "viem";
import { fiatTokenAbi as abi } from "@/lib/adapters/chain/abi/fiat-token";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { isEcdsaSignature, splitSignature } from "./signatures";
import type { PermitTerms } from "./subscription-terms";

/** A permit takes some 60,000; what a wallet's own code (ERC-1271) may use comes on top. */
const PERMIT_GAS = 120_000n;
const CONTRACT_PAYER_GAS = 500_000n;

/** A permit (EIP-2612) to the contract for subscriptions, with its signature. */
export interface SignedPermit extends PermitTerms {
  readonly token: Address;
  readonly signature: Hex;
  readonly payerHasCode: boolean;
}

/** The token's call, which anyone may make; of an account with code it is the overload that takes bytes. */
export function permitCall(
  deployment: Pick<Deployment, "chainId" | "contracts">,
  permit: SignedPermit,
): { to: Address; data: Hex; gas: bigint } {
  const { token, payer, permitValue, permitDeadline, signature, payerHasCode } = permit;
  const spender = addressOf(deployment, "subscriptions");
  const given = [payer, spender, permitValue, permitDeadline] as const;
  if (payerHasCode || !isEcdsaSignature(signature)) {
    const data = encodeFunctionData({ abi, functionName: "permit", args: [...given, signature] });
    return { to: token, data, gas: PERMIT_GAS + CONTRACT_PAYER_GAS };
  }
  const { v, r, s } = splitSignature(signature);
  const data = encodeFunctionData({ abi, functionName: "permit", args: [...given, v, r, s] });
  return { to: token, data, gas: PERMIT_GAS };
}
