/**
 * A merchant's signature of a refund (EIP-3009) on its way to the contract; `queued` again after a transaction that had no
 * effect, or once its final block is lost with the transaction's bytes. `superseded`: the refund was completed by another
 * transaction; `dead`: it can never be executed any more, though a transaction of it may still be on its way.
 */
export const refundAuthorizationTransitions = {
  queued: ["signed", "superseded", "dead"],
  signed: ["in_flight", "mined", "queued", "done", "superseded", "dead"],
  in_flight: ["mined", "queued", "done", "superseded", "dead"],
  mined: ["in_flight", "queued", "done"],
  done: ["in_flight", "queued"],
  superseded: ["queued"],
  dead: [],
} as const;

export type RefundAuthorizationState = keyof typeof refundAuthorizationTransitions;

/** One that the contract has not executed in a final block, and still may. */
export const openAuthorizationStates: RefundAuthorizationState[] = [
  "queued",
  "signed",
  "in_flight",
  "mined",
];

/** One that a transaction carries which is not final. */
export const sentAuthorizationStates: RefundAuthorizationState[] = ["signed", "in_flight", "mined"];

/** Why an authorization waits: what the contract, the token, screening or the relay has against it now. */
export const refundObstacles = [
  "insufficient_balance",
  "token_paused",
  "address_blocked",
  "sender_not_merchant",
  "exceeds_refundable",
  "already_refunded",
  "authorization_used",
  "authorization_expired",
  "signature_refused",
  "proof_refused",
  "payer_blocked",
  "screening_unavailable",
  "reverted",
  "nonce_taken",
  "given_up",
] as const;
export type RefundObstacle = (typeof refundObstacles)[number];

/** `others`: the token's issuer, a screening list, or the next final block. */
type ObstacleOwner = "merchant" | "installation" | "others";

/** Who can lift each obstacle. The operator is told of those of the installation. */
const obstacleOwners: Readonly<Record<RefundObstacle, ObstacleOwner>> = {
  insufficient_balance: "merchant",
  token_paused: "others",
  address_blocked: "others",
  sender_not_merchant: "merchant",
  exceeds_refundable: "merchant",
  already_refunded: "others",
  authorization_used: "others",
  authorization_expired: "others",
  signature_refused: "merchant",
  proof_refused: "installation",
  payer_blocked: "others",
  screening_unavailable: "installation",
  reverted: "installation",
  nonce_taken: "installation",
  given_up: "merchant",
};

/** An authorization with one of these waits for its merchant alone. */
export const merchantObstacles = refundObstacles.filter(
  (obstacle) => obstacleOwners[obstacle] === "merchant",
);

/** What an open authorization waits for: a wallet of the relay, the chain, or the owner of its obstacle. */
export const authorizationWaits = ["relay", "chain", "merchant", "installation", "others"] as const;
export type AuthorizationWait = (typeof authorizationWaits)[number];

/** What an open authorization in this state, with this obstacle, waits for. */
export function authorizationWait(
  state: RefundAuthorizationState,
  obstacle: RefundObstacle | null,
): AuthorizationWait {
  if (state !== "queued") return "chain";
  return obstacle === null ? "relay" : obstacleOwners[obstacle];
}
