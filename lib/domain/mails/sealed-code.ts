import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";

const PURPOSE = "identity-code";

/** A code as it is stored with the mail that tells it. */
export const sealCode = (keys: SealingKeys, recipient: string, code: string): string =>
  seal(keys, PURPOSE, recipient, code);

/** The code of a mail, while the key is there that sealed it: codes live for minutes. */
export function openCode(keys: SealingKeys, recipient: string, sealed: string): string | null {
  try {
    return unseal(keys, PURPOSE, recipient, sealed);
  } catch {
    return null;
  }
}
