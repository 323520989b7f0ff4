/** Why a payment cannot be made on a chain. */
export const chainReasons = {
  chain_mismatch: "The session is on another chain",
  chain_unsupported: "Stipend does not settle on this chain in this mode",
  chain_not_offered: "The session cannot be paid there: it can on `details.chainIds`",
  chain_settled: "A payer was asked to sign, or has paid, on the session's present chain",
} as const;
