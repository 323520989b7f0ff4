/**
 * A payer's wallet that the relay creates (ERC-6492); `queued` again after a transaction that had no effect.
 * `superseded`: the wallet has code by other means; `expired`: nothing of its payer waits for it any more;
 * `failed`: its transactions were mined without effect.
 */
export const walletCreationTransitions = {
  queued: ["signed", "superseded", "expired"],
  signed: ["mined", "queued", "done", "failed"],
  mined: ["signed", "queued", "done", "failed"],
  done: ["signed"],
  superseded: [],
  expired: [],
  failed: [],
} as const;

/** A wallet that its chain does not know yet at a final block. */
export const openCreationStates: WalletCreationState[] = ["queued", "signed", "mined"];

/** A creation that a transaction carries which is not final. */
export const sentCreationStates: WalletCreationState[] = ["signed", "mined"];

export type WalletCreationState = keyof typeof walletCreationTransitions;
