import type { WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { invalidRequest, type Refusal } from "@/lib/core/errors";

/**
 * Checks that the relay lets a factory create wallets on the chain.
 * @throws Refusal `invalid_request` with `factory_not_allowed`
 */
export function checkFactory(
  { chain }: Pick<Deployment, "chain">,
  { factory }: WalletCreation,
  param: string,
): void {
  if (chain.walletFactories.includes(factory)) return;
  const message = "The wallet is not deployed yet, and its factory is not one that is called here.";
  throw invalidRequest(param, message, { reason: "factory_not_allowed" });
}

/** The factory was called in a simulation, and the payer has no code. */
export function notCreated(param: string): Refusal {
  const message = "The wallet is not deployed yet, and the call of its factory does not create it.";
  return invalidRequest(param, message, { reason: "wallet_not_created" });
}
