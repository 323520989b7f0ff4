import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";

/** A payment with the chain and the processor that settle it, as the client signs it. */
export function paymentAt<Terms extends object>(deployment: Deployment, terms: Terms) {
  const { chainId } = deployment;
  return { ...terms, chainId, processor: addressOf(deployment, "processor") };
}
