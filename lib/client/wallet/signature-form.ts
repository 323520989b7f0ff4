/** What the signature of a wallet that is not deployed yet ends with (ERC-6492). */
const UNDEPLOYED_SUFFIX = "6492".repeat(16);

/**
 * Whether a signature has the form of a key's own: 65 bytes. A contract's may have any, and one that is not
 * deployed yet wraps its own (ERC-6492), which no token takes.
 */
export function isKeySignature(signature: string): boolean {
  return signature.length === 2 + 65 * 2 && !signature.toLowerCase().endsWith(UNDEPLOYED_SUFFIX);
}
