import { decodeErrorResult, encodeFunctionData } from "viem";
import { concat, keccak256, toHex } from "viem/utils";
import { type Address, type Bytes32, type Hex, zeroBytes32 } from "@/lib/core/hex";
import { fiatTokenAbi } from "./abi/fiat-token";
import { refundManagerAbi } from "./abi/refund-manager";
import { addressOf, type Deployment, type Token } from "./chains";
import type { PaymentProof } from "./payment-proof";
import { paymentTypes, tokenDomain } from "./payments";
import { simulateCall } from "./simulate-call";

/** What goes back of a payment. */
export interface RefundOrder {
  readonly proof: PaymentProof;
  /** Smallest unit of the payment's token. */
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

/** Lets the refunds contract take an amount from the wallet that sends this. It replaces an earlier allowance. */
export function approvalCall(deployment: Deployment, token: Address, amount: bigint): WalletCall {
  const args = [addressOf(deployment, "refunds"), amount] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  return { to: token, data };
}

/** Sends money back from the wallet that sends this, which has approved the contract for it. */
export function refundCall(
  deployment: Deployment,
  { proof, amount, refundRef }: RefundOrder,
): WalletCall {
  const data = encodeFunctionData({
    abi: refundManagerAbi,
    functionName: "refundPayment",
    args: [proofArgument(proof), amount, refundRef],
  });
  return { to: addressOf(deployment, "refunds"), data };
}

/** Sends money back from the account that signed, whoever sends this. */
export function authorizedRefundCall(
  deployment: Deployment,
  { proof, amount, refundRef }: RefundOrder,
  authorization: RefundAuthorization & { readonly signature: Hex },
): WalletCall {
  const data = encodeFunctionData({
    abi: refundManagerAbi,
    functionName: "refundPaymentWithAuthorization",
    args: [proofArgument(proof), amount, refundRef, authorization],
  });
  return { to: addressOf(deployment, "refunds"), data };
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

/** The nonce (EIP-3009) that binds an authorization to a payment and a reference: keccak256 of both. */
function refundNonce(paymentId: Bytes32, refundRef: Bytes32): Bytes32 {
  return keccak256(concat([paymentId, refundRef]));
}

/** The token's `ReceiveWithAuthorization` (EIP-3009) to the refunds contract as typed data, for the merchant's wallet to sign. */
export function refundAuthorizationMessage(
  deployment: Deployment,
  token: Token,
  {
    paymentId,
    amount,
    refundRef,
    from,
    validAfter,
    validBefore,
  }: Omit<RefundOrder, "proof"> & RefundAuthorization & { readonly paymentId: Bytes32 },
) {
  return {
    domain: tokenDomain(token),
    types: { ReceiveWithAuthorization: paymentTypes.ReceiveWithAuthorization },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from,
      to: addressOf(deployment, "refunds"),
      value: amount,
      validAfter,
      validBefore,
      nonce: refundNonce(paymentId, refundRef),
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

function proofArgument(proof: PaymentProof) {
  const { merchantId, token, payer, amount, ref } = proof;
  const agreed = { kind: kinds[proof.signatures], merchantId, token, payer, amount, ref };
  return proof.signatures === 1
    ? { ...agreed, nonce: zeroBytes32, salt: proof.salt, intentSignature: "0x" as const }
    : { ...agreed, nonce: proof.nonce, salt: 0n, intentSignature: proof.intentSignature };
}
