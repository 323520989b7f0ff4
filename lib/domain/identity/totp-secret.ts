import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";

const PURPOSE = "totp";

/** The secret of an authenticator app as it is stored. */
export const sealTotpSecret = (keys: SealingKeys, userId: string, secret: string): string =>
  seal(keys, PURPOSE, userId, secret);

export const openTotpSecret = (keys: SealingKeys, userId: string, sealed: string): string =>
  unseal(keys, PURPOSE, userId, sealed);
