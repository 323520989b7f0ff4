/** What the signature of a wallet that is not deployed yet ends with (ERC-6492). */
const UNDEPLOYED_SUFFIX = "6492".repeat(16);

/**
 * Whether a signature of an account without code can be of use: a key's own has 65 bytes, and that of a wallet which is
 * not deployed yet says how to create it (ERC-6492). Any other is a contract's that is not there to be asked.
 */
export function isOfUseWithoutCode(signature: string): boolean {
  return signature.length === 2 + 65 * 2 || signature.toLowerCase().endsWith(UNDEPLOYED_SUFFIX);
}
