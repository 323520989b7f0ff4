import { keccak256, stringToHex } from "viem/utils";
import type { SaltedPayment } from "./payment-messages";
import type { Hex } from "./typed-data";

const domainType =
  "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
const termsType =
  "PaymentTerms(address payer,address registry,uint256 merchantId,address token,uint256 amount,bytes32 ref,uint96 salt)";

/**
 * The EIP-712 digest of a payment's terms in the processor's domain, which is the authorization's nonce.
 * Every field is one word, so that no general encoder is needed.
 */
export function termsNonce(terms: SaltedPayment): Hex {
  const { chainId, processor, payer, registry, merchantId, token, amount, ref, salt } = terms;
  const domain = [hashText("Stipend Payments"), hashText("1"), chainId, processor];
  const fields = [payer, registry, merchantId, token, amount, ref, salt];
  const separator = hashWords([hashText(domainType), ...domain]);
  const message = hashWords([hashText(termsType), ...fields]);
  return keccak256(`0x1901${separator.slice(2)}${message.slice(2)}`);
}

const hashText = (text: string) => keccak256(stringToHex(text));
const hashWords = (values: readonly (string | number | bigint)[]) =>
  keccak256(`0x${values.map(word).join("")}`);

/** 32 bytes of hex digits. */
function word(value: string | number | bigint): string {
  return BigInt(value).toString(16).padStart(64, "0");
}
