/** Reasons of refusals that are about a payer's smart wallet. */
export const walletReasons = {
  wallet_not_deployed:
    "The signature is of a wallet whose contract is not deployed yet (ERC-6492), which the token cannot verify",
  factory_not_allowed:
    "The wallet's contract is not deployed yet (ERC-6492), and its factory is not one that the relay calls on this chain",
  wallet_not_created:
    "The wallet's contract is not deployed yet (ERC-6492), and the call of its factory does not create it",
} as const;
