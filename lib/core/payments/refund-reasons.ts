/** Reasons of refusals about refunds that are under way, or over. */
export const refundRefusals = {
  hash_recorded: "Another transaction hash is recorded for the refund",
  hash_used: "The transaction hash belongs to another refund",
  refund_ended: "The refund is completed, failed or cancelled",
  refund_submitted: "The refund's transaction may still be mined",
  authorization_unavailable:
    "The refund's instructions offer no message to sign: send their steps instead",
} as const;
