import { keccak256, stringToHex } from "viem/utils";
import type { NonceTerms } from "@/lib/client/terms-nonce";
import type { PayPage, TypedData } from "@/lib/contract/payments/hosted-pay";

/**
 * What the page shows of a payment by an account, as the nonce of one signature stands for it. A session's
 * reference on chain is the hash of its id.
 */
export function shownTerms(page: PayPage, account: string, salt: string): NonceTerms {
  return {
    chainId: page.network.chainId,
    processor: page.processorAddress,
    payer: account,
    merchantId: page.merchantId,
    token: page.tokenAddress,
    amount: page.amount,
    ref: keccak256(stringToHex(page.sessionId)),
    salt,
  };
}

const types = {
  PaymentTerms: [
    { name: "payer", type: "address" },
    { name: "merchantId", type: "uint256" },
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
    { name: "ref", type: "bytes32" },
    { name: "salt", type: "uint96" },
  ],
};

/** The same as a message whose digest is the nonce (EIP-712), for whoever computes it again. */
export function termsMessage({ chainId, processor, ...message }: NonceTerms): TypedData {
  const verifyingContract = processor;
  return {
    domain: { name: "Stipend Payments", version: "1", chainId, verifyingContract },
    types,
    primaryType: "PaymentTerms",
    message,
  };
}
