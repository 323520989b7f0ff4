import { type Hex, isHex, keccak256, stringToHex } from "viem";

/** The core that all installations share where they choose no salt of their own. */
export const CANONICAL_SALT: Hex = `0x${"00".repeat(32)}`;

/**
 * The salt of a core of one's own.
 * @param text 32 bytes in hex, or any other text, whose hash is taken
 */
export function saltOf(text: string): Hex {
  return isHex(text) && text.length === 66 ? text : keccak256(stringToHex(text));
}
