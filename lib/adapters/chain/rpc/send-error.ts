/**
 * What a node says about signed bytes.
 * `accepted`: it has them. `nonce_taken`: some transaction with this nonce was mined, perhaps these very
 * bytes. `underpriced`: another transaction holds the nonce and these do not pay enough to replace it.
 * `fee_too_low`: the chain asks for more. `no_funds`: the wallet cannot pay. `gap`: an earlier nonce is
 * missing. `unknown`: nothing is known; the bytes may be on their way.
 */
export type SendAnswer =
  | "accepted"
  | "nonce_taken"
  | "underpriced"
  | "fee_too_low"
  | "no_funds"
  | "gap"
  | "unknown";

/** Words of geth, Erigon, Nethermind, Besu, Reth and anvil; the first that matches holds. */
const answers: readonly (readonly [RegExp, SendAnswer])[] = [
  [
    /already known|known transaction|already imported|alreadyknown|already in (the )?(tx)?pool/i,
    "accepted",
  ],
  [/replacement.*underpriced|replacementnotallowed|(fee|price) too low to replace/i, "underpriced"],
  [/exceeds next nonce|nonce too high|nonce[ _]?gap|nonce_too_high|too distant/i, "gap"],
  [/nonce (is )?too low|oldnonce|old nonce|nonce_too_low|nonce below/i, "nonce_taken"],
  [
    /insufficient (funds|balance)|insufficientfunds|doesn'?t have enough funds|upfront_cost_exceeds/i,
    "no_funds",
  ],
  [
    /underpriced|feetoolow|less than block base fee|fee per gas less than|gas price (below|too low)/i,
    "fee_too_low",
  ],
];

/** What the text of a node's refusal to take a transaction means; an unknown text means nothing. */
export function readSendError(message: string): SendAnswer {
  return answers.find(([pattern]) => pattern.test(message))?.[1] ?? "unknown";
}
