import { decodeErrorResult, encodeFunctionData } from "viem";
import { concat, keccak256, numberToHex, toHex } from "viem/utils";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { addressOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
import {
  type ChargeProof,
  isChargeProof,
  type RefundProof,
  refundingKind,
} from "@/lib/adapters/chain/reads/charge-proof";
import { type PaymentProof, provenId } from "@/lib/adapters/chain/reads/payment-proof";
import { type Address, type Bytes32, type Hex, zeroBytes32 } from "@/lib/core/chain/hex";
import { paymentTypes, tokenDomain } from "./payments";
import { isEcdsaSignature } from "./signatures";
import { simulateCall } from "./simulate-call";
import { subscriptionIdOf } from "./subscription-terms";

/** What goes back of a payment or a charge. */
export interface RefundOrder {
  readonly proof: RefundProof;
  /** Smallest unit of its token. */
  readonly amount: bigint;
  /** The merchant's own reference of the refund, which the contract takes once. */
  readonly refundRef: Bytes32;
}

/** What an account of the merchant's signs, so that the contract can take the money from it. */
export interface RefundAuthorization {
  /** The merchant's owner or payout. */
  readonly from: Address;
  /** Unix seconds; valid strictly after it. */
  readonly validAfter: bigint;
  /** Unix seconds; valid strictly before it. */
  readonly validBefore: bigint;
}

/** A transaction that a wallet sends as it is. */
export interface WalletCall {
  readonly to: Address;
  readonly data: Hex;
}

/** As the contract numbers them. */
const kinds = { 2: 0, 1: 1 } as const;
/** More than any refund takes. */
const SIMULATION_GAS = 1_000_000n;

const contractOf = (deployment: Deployment, proof: RefundProof): Address =>
  addressOf(deployment, refundingKind(proof));

const tokenOf = (proof: RefundProof): Address =>
  isChargeProof(proof) ? proof.terms.token : proof.token;

/** Lets the contract take an amount from the wallet that sends this. It replaces an earlier allowance. */
export function approvalCall(
  deployment: Deployment,
  { proof, amount }: Pick<RefundOrder, "proof" | "amount">,
): WalletCall {
  const args = [contractOf(deployment, proof), amount] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  return { to: tokenOf(proof), data };
}

/** Sends money back from the wallet that sends this, which has approved the contract for it. */
export function refundCall(deployment: Deployment, order: RefundOrder): WalletCall {
  const { proof, amount, refundRef } = order;
  const to = contractOf(deployment, proof);
  if (isChargeProof(proof)) {
    const args = [proof, amount, refundRef] as const;
    const abi = chargeRefundManagerAbi;
    return { to, data: encodeFunctionData({ abi, functionName: "refundCharge", args }) };
  }
  const args = [proofArgument(deployment, proof), amount, refundRef] as const;
  const abi = refundManagerAbi;
  return { to, data: encodeFunctionData({ abi, functionName: "refundPayment", args }) };
}

/** Sends money back from the account that signed; any account may send the transaction. */
export function authorizedRefundCall(
  deployment: Deployment,
  { proof, amount, refundRef }: RefundOrder,
  authorization: RefundAuthorization & { readonly signature: Hex },
): WalletCall {
  const to = contractOf(deployment, proof);
  if (isChargeProof(proof)) {
    const args = [proof, amount, refundRef, authorization] as const;
    const functionName = "refundChargeWithAuthorization";
    return { to, data: encodeFunctionData({ abi: chargeRefundManagerAbi, functionName, args }) };
  }
  const args = [proofArgument(deployment, proof), amount, refundRef, authorization] as const;
  const functionName = "refundPaymentWithAuthorization";
  return { to, data: encodeFunctionData({ abi: refundManagerAbi, functionName, args }) };
}

/** A refund by authorization takes some 200,000; what the code of wallets (ERC-1271) may use comes on top. */
const REFUND_GAS = 350_000n;
export const CONTRACT_WALLET_GAS = 500_000n;

/** The same as the relay sends it, with its gas limit. */
export function relayedRefundCall(
  deployment: Deployment,
  order: RefundOrder,
  authorization: RefundAuthorization & {
    readonly signature: Hex;
    readonly senderHasCode: boolean;
  },
): WalletCall & { readonly gas: bigint } {
  const { senderHasCode, ...signed } = authorization;
  const { proof } = order;
  const isByCode =
    !isChargeProof(proof) && proof.signatures === 2 && !isEcdsaSignature(proof.intentSignature);
  const coded = BigInt(Number(senderHasCode) + Number(isByCode));
  const gas = REFUND_GAS + coded * CONTRACT_WALLET_GAS;
  return { ...authorizedRefundCall(deployment, order, signed), gas };
}

/** The call of a refund by authorization around the 65 bytes of a signature that is still to be made. */
export interface UnsignedRefundCall {
  readonly to: Address;
  readonly dataPrefix: Hex;
  readonly dataSuffix: Hex;
}

const SIGNATURE_BYTES = 65;
/** The signature is the call's last argument, which is filled up to whole words. */
const FILL_BYTES = 96 - SIGNATURE_BYTES;

/** What is sent once an account has signed: prefix, signature and suffix together are the call's data. */
export function unsignedRefundCall(
  deployment: Deployment,
  order: RefundOrder,
  authorization: RefundAuthorization,
): UnsignedRefundCall {
  const signature: Hex = `0x${"00".repeat(SIGNATURE_BYTES)}`;
  const { to, data } = authorizedRefundCall(deployment, order, { ...authorization, signature });
  const end = data.length - 2 * FILL_BYTES;
  return {
    to,
    dataPrefix: `0x${data.slice(2, end - 2 * SIGNATURE_BYTES)}`,
    dataSuffix: `0x${data.slice(end)}`,
  };
}

/** The nonce (EIP-3009) that binds an authorization to what is refunded and a reference: keccak256 of all. */
function refundNonce(deployment: Deployment, proof: RefundProof, refundRef: Bytes32): Bytes32 {
  const refunded = isChargeProof(proof)
    ? chargeWords(deployment, proof)
    : [provenId(deployment, proof)];
  return keccak256(concat([...refunded, refundRef]));
}

function chargeWords(deployment: Deployment, { terms, period, number }: ChargeProof): Hex[] {
  const places = [period, number].map((one) => numberToHex(one, { size: 32 }));
  return [subscriptionIdOf(deployment, terms), ...places];
}

/** The token's `ReceiveWithAuthorization` (EIP-3009) to the contract as typed data, for the merchant's wallet to sign. */
export function refundAuthorizationMessage(
  deployment: Deployment,
  token: Token,
  { proof, amount, refundRef, from, validAfter, validBefore }: RefundOrder & RefundAuthorization,
) {
  return {
    domain: tokenDomain(token),
    types: { ReceiveWithAuthorization: paymentTypes.ReceiveWithAuthorization },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from,
      to: contractOf(deployment, proof),
      value: amount,
      validAfter,
      validBefore,
      nonce: refundNonce(deployment, proof, refundRef),
    },
  } as const;
}

/**
 * Whether the contract takes a proof now: a payer's code may have changed its mind since. Whether the money is there,
 * or approved, does not matter.
 * @param from the merchant's owner or payout
 * @throws RpcUnavailable
 */
export async function isProofTaken(
  deployment: Deployment,
  proof: PaymentProof,
  from: Address,
): Promise<boolean> {
  const refundRef = keccak256(toHex(`${deployment.id} ${proof.ref}`));
  const call = refundCall(deployment, { proof, amount: 1n, refundRef });
  const outcome = await simulateCall(deployment.chain.rpc, { ...call, from, gas: SIMULATION_GAS });
  return !outcome.reverted || !refusesProof(outcome.data);
}

/** Without a reason: the processor knows no such payments, or the payer's code used up the gas. */
function refusesProof(data: Hex): boolean {
  if (data === "0x") return true;
  try {
    const { errorName } = decodeErrorResult({ abi: refundManagerAbi, data });
    return errorName === "InvalidIntent" || errorName === "NotSettled";
  } catch {
    return false;
  }
}

function proofArgument(deployment: Deployment, proof: PaymentProof) {
  const registry = addressOf(deployment, "registry");
  const { merchantId, token, payer, amount, ref } = proof;
  const kind = kinds[proof.signatures];
  const agreed = { kind, registry, merchantId, token, payer, amount, ref };
  return proof.signatures === 1
    ? { ...agreed, nonce: zeroBytes32, salt: proof.salt, intentSignature: "0x" as const }
    : { ...agreed, nonce: proof.nonce, salt: 0n, intentSignature: proof.intentSignature };
}
