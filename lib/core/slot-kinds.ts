/** What a nonce of a relay wallet is used for. `noop` carries nothing: it uses up a nonce that the chain waits for. */
export const slotKinds = [
  ...(["settle_batch", "pay", "pay_signed"] as const),
  ...(["settle_terms_batch", "pay_terms", "pay_terms_signed"] as const),
  ...(["subscribe", "subscribe_signed", "charge_batch", "permit"] as const),
  ...(["operator_call", "noop"] as const),
] as const;
export type SlotKind = (typeof slotKinds)[number];
