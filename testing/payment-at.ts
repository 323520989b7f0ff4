import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";

/** A payment with the chain, the processor and the registry that settle it, as the client signs it. */
export function paymentAt<Terms extends object>(deployment: Deployment, terms: Terms) {
  const { chainId } = deployment;
  const [processor, registry] = [
    addressOf(deployment, "processor"),
    addressOf(deployment, "registry"),
  ];
  return { ...terms, chainId, processor, registry };
}
