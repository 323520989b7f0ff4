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
