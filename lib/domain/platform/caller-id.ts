import type { MerchantActor } from "./context";

/** The id of the key or the person that a merchant calls with. */
export const callerId = (actor: MerchantActor): string =>
  actor.kind === "key" ? actor.keyId : actor.userId;
