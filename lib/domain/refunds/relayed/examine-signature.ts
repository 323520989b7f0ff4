import { hashTypedData } from "viem";
import { size } from "viem/utils";
import { CONTRACT_WALLET_GAS } from "@/lib/adapters/chain/calls/refund-calls";
import { isSignedBy, recoverSigner, signatureBytes } from "@/lib/adapters/chain/calls/signatures";
import { unwrapSignature } from "@/lib/adapters/chain/calls/wallet-creation";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { isTakenByCode } from "@/lib/adapters/chain/reads/signed-for";
import { hasCode } from "@/lib/adapters/chain/reads/tokens";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { type Address, type Bytes32, checksumAddress, type Hex } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState, type Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";
import type { RefundView } from "@/lib/domain/refunds/authorizations";
import type { RefundRow } from "@/lib/domain/refunds/refund-rows";
import { viewRefund } from "@/lib/domain/refunds/view";

type Offer = NonNullable<RefundView["instructions"]>["authorizations"][number];

/** A merchant's signature of one of the messages that its refund offers. */
export interface SignedAuthorization {
  readonly from: Address;
  readonly nonce: Bytes32;
  /** Unix seconds. */
  readonly validBefore: bigint;
  readonly signature: Hex;
  readonly senderHasCode: boolean;
}

/** It needs so much time to be mined. */
const LEAST_SECONDS = 60n;
/** As the relay takes a payer's. */
const MOST_BYTES = 2_048;

/** A signature as the token takes it: a wallet that has code may still wrap its own (ERC-6492). */
export function plainSignature(given: Hex) {
  const read = unwrapSignature(signatureBytes(given));
  if (!read) return null;
  return { signature: signatureBytes(read.signature), isWrapped: read.creation !== null };
}

/**
 * Finds the wallet of the merchant's that has signed its message in the refund's instructions: with its key, or, where it
 * has code, as that says (ERC-1271) with the gas that the relay gives it. Asks the chain: call it outside any transaction.
 * @throws Refusal `session_invalid_state` with `authorization_unavailable`: there is no message to sign
 * @throws Refusal `invalid_request` with `signature_invalid`, `wallet_not_deployed` or `expired`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function examineSignature(
  ctx: Pick<Context, "chains">,
  row: RefundRow,
  given: Hex,
): Promise<SignedAuthorization> {
  const { chain } = deploymentById(ctx.chains, row.deploymentId);
  const rpc = rpcWithin(chain.rpc, requestMs);
  // The first, since a retired deployment offers nothing, and is away.
  const { timestamp } = await latestBlock(chain, rpc);
  const offers = viewRefund(ctx, row).instructions?.authorizations ?? [];
  const [first] = offers;
  if (!first) {
    throw invalidState("The refund's instructions offer no message to sign.", {
      currentStatus: row.status,
      reason: "authorization_unavailable",
    });
  }
  const signed = await findSigned(rpc, offers, given);
  if (!signed) throw await refuseSignature(first, given);
  if (signed.validBefore < timestamp + LEAST_SECONDS) {
    throw invalidRequest("signature", "The signed authorization has expired, or is about to.", {
      reason: "expired",
    });
  }
  return signed;
}

async function findSigned(
  rpc: Rpc,
  offers: readonly Offer[],
  given: Hex,
): Promise<SignedAuthorization | null> {
  const read = plainSignature(given);
  if (!read || size(read.signature) > MOST_BYTES) return null;
  const { signature, isWrapped } = read;
  let isUndeployed = false;
  for (const { from, typedData } of offers) {
    const digest = digestOf(typedData);
    const senderHasCode = await hasCode(rpc, from);
    isUndeployed ||= isWrapped && !senderHasCode;
    const isSigned = senderHasCode
      ? await isTakenByCode(rpc, from, digest, signature, CONTRACT_WALLET_GAS)
      : await isSignedBy(from, digest, signature);
    const { nonce, validBefore } = typedData.message;
    if (isSigned) return { from, nonce, validBefore, signature, senderHasCode };
  }
  if (!isUndeployed) return null;
  throw invalidRequest(
    "signature",
    "The token cannot verify the signature of a wallet without code.",
    {
      reason: "wallet_not_deployed",
    },
  );
}

const digestOf = ({ types, primaryType, domain, message }: Offer["typedData"]): Bytes32 =>
  hashTypedData({
    types: { ReceiveWithAuthorization: types.ReceiveWithAuthorization },
    primaryType,
    domain,
    message: { ...message },
  });

/** It tells whose signature it is, if the message was the first of those that are offered. */
async function refuseSignature({ from, typedData }: Offer, given: Hex): Promise<Refusal> {
  const recovered = await recoverSigner(digestOf(typedData), signatureBytes(given));
  return invalidRequest(
    "signature",
    "This is not the signature of a message in the refund's instructions by its wallet.",
    {
      reason: "signature_invalid",
      message: "ReceiveWithAuthorization",
      from: checksumAddress(from),
      recovered: recovered && checksumAddress(recovered),
    },
  );
}
