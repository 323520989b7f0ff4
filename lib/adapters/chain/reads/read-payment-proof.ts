import { decodeFunctionData, toFunctionSelector } from "viem";
import { concat, getAbiItem, hexToBigInt, numberToHex, size, slice } from "viem/utils";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { callsIn, type PaymentProof, provenId, readCallData } from "./payment-proof";

const abi = paymentProcessorAbi;
const functionNames = [
  "pay",
  "paySigned",
  "payTerms",
  "payTermsSigned",
  "settleBatch",
  "settleTermsBatch",
] as const;
/** Without 0x. */
const selectors = functionNames.map((name) =>
  toFunctionSelector(getAbiItem({ abi, name })).slice(2),
);
/** Payer 20 bytes, amount 8, validBefore 4, salt 12, ref 32, `r` 32, `vs` 32. */
const TERMS_ITEM_BYTES = 140;

/**
 * Reads what proves a payment from the transaction that settled it. The processor may have been called by another
 * contract, such as a wallet with code: its call is then looked for in the data. What is found is checked by the
 * payment's id.
 * @returns null when the node does not know the transaction, or nothing in it is of this payment
 * @throws RpcError, RpcUnavailable
 */
export async function readPaymentProof(
  deployment: Deployment,
  { txHash, paymentId }: { txHash: Bytes32; paymentId: Bytes32 },
): Promise<PaymentProof | null> {
  const data = await readCallData(deployment.chain.rpc, txHash);
  return data && findProof(deployment, data, paymentId);
}

/** Finds the proof of a payment in the data of a call. */
export function findProof(
  deployment: Deployment,
  data: Hex,
  paymentId: Bytes32,
): PaymentProof | null {
  for (const call of callsIn(data, selectors)) {
    const found = proofsIn(call).find((proof) => provenId(deployment, proof) === paymentId);
    if (found) return found;
  }
  return null;
}

/** The payments of a call; none where the data is no such call after all. */
function proofsIn(data: Hex): PaymentProof[] {
  try {
    return proofsOf(decodeFunctionData({ abi, data }));
  } catch {
    return [];
  }
}

function proofsOf(call: ReturnType<typeof decodeFunctionData<typeof abi>>): PaymentProof[] {
  switch (call.functionName) {
    case "pay":
    case "paySigned": {
      const [payment, , signature] = call.args;
      const intentSignature = typeof signature === "string" ? signature : joined(signature);
      return [{ signatures: 2, ...agreed(payment), nonce: payment.nonce, intentSignature }];
    }
    case "payTerms":
    case "payTermsSigned":
      return [{ signatures: 1, ...agreed(call.args[0]), salt: call.args[0].salt }];
    case "settleBatch":
      return call.args[1].flatMap(({ merchantId, token, items }) =>
        items.map((item) => ({
          signatures: 2,
          ...agreed({ merchantId, token, ...item }),
          nonce: item.nonce,
          intentSignature: expanded(item.intentR, item.intentVS),
        })),
      );
    case "settleTermsBatch":
      return call.args[1].flatMap(({ merchantId, token, items }) =>
        itemsOf(items).map((item) => termsOf(merchantId, lowerHex(token), item)),
      );
    default:
      return [];
  }
}

interface GivenPayment {
  readonly merchantId: bigint;
  readonly token: Address;
  readonly from: Address;
  readonly amount: bigint;
  readonly ref: Bytes32;
}

function agreed({ merchantId, token, from, amount, ref }: GivenPayment) {
  return { merchantId, token: lowerHex(token), payer: lowerHex(from), amount, ref };
}

function itemsOf(items: Hex): Hex[] {
  const count = Math.floor(size(items) / TERMS_ITEM_BYTES);
  return Array.from({ length: count }, (_, index) =>
    slice(items, index * TERMS_ITEM_BYTES, (index + 1) * TERMS_ITEM_BYTES),
  );
}

function termsOf(merchantId: bigint, token: Address, item: Hex): PaymentProof {
  return {
    signatures: 1,
    merchantId,
    token,
    payer: slice(item, 0, 20),
    amount: hexToBigInt(slice(item, 20, 28)),
    salt: hexToBigInt(slice(item, 32, 44)),
    ref: slice(item, 44, 76),
  };
}

function joined({ v, r, s }: { v: number; r: Hex; s: Hex }): Hex {
  return concat([r, s, numberToHex(v, { size: 1 })]);
}

/** `r ‖ s ‖ v` of a compact signature (EIP-2098). */
function expanded(r: Hex, vs: Hex): Hex {
  const word = hexToBigInt(vs);
  const parity = Number(word >> 255n);
  const s = numberToHex(word & ((1n << 255n) - 1n), { size: 32 });
  return joined({ v: 27 + parity, r, s });
}
