import { addressOf } from "@/lib/adapters/chain/chains";
import { toDecimal } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import type { AgreedTerms } from "./agree-terms";

/** What the authorization of a payment allows, in words. */
export function authorizationMeaning(found: AgreedTerms, merchant: string): string {
  const { deployment, terms, agreed } = found;
  const processor = checksumAddress(addressOf(deployment, "processor"));
  const until = new Date(Number(terms.validBefore) * 1_000).toISOString();
  const allows = `Allows the payment processor ${processor} to take ${amountOf(found)} from the wallet ${checksumAddress(terms.payer)}, once, before ${until}.`;
  return agreed.signatures === 1
    ? `${allows} Its nonce is the digest of the payment's terms, so that the processor can only pay ${payeeOf(found, merchant)}.`
    : `${allows} It pays only together with the payment intent, which says whom.`;
}

/** What the intent of a payment with two signatures says, in words. */
export function intentMeaning(found: AgreedTerms, merchant: string): string {
  return `Says that the authorization with this nonce pays ${amountOf(found)} to ${payeeOf(found, merchant)}. It moves no money by itself.`;
}

const amountOf = ({ terms, token }: AgreedTerms) =>
  `${toDecimal(terms.amount, token.decimals)} ${token.symbol}`;

function payeeOf({ row, deployment, terms }: AgreedTerms, merchant: string): string {
  const registry = checksumAddress(addressOf(deployment, "registry"));
  return `${merchant}, merchant ${terms.merchantId} of the registry ${registry}, for the payment session ${row.id}`;
}
