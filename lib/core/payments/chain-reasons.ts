/** Why a payment cannot be made on a chain. */
export const chainReasons = {
  chain_mismatch: "The session is on another chain",
  chain_unsupported: "Stipend does not settle on this chain in this mode",
  chain_not_offered:
    "The session cannot be paid on this chain: `details.chainIds` lists those where it can",
  chain_settled:
    "A payer was asked to sign on the session's chain, or has paid there: the session stays on it",
} as const;
