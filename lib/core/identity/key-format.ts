import { crc32 } from "node:zlib";
import type { Mode } from "@/lib/core/modes";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** `sk` secret, `pk` publishable, `plat` platform; then the mode, 30 random and 6 checksum characters. */
export const apiKeyPattern = /^(sk|pk|plat)_(test|live)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export const keyPrefixes = { secret: "sk", publishable: "pk", platform: "plat" } as const;
export type KeyKind = keyof typeof keyPrefixes;

/** The CRC-32 of the random part in base62, so that a mistyped key is refused without a query. */
function keyChecksum(random: string): string {
  let rest = crc32(random) >>> 0;
  let text = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** The text of a key from its 30 random base62 characters. */
export function formatKey(kind: KeyKind, mode: Mode, random: string): string {
  if (random.length !== RANDOM_LENGTH)
    throw new Error(`A key has ${RANDOM_LENGTH} random characters`);
  return `${keyPrefixes[kind]}_${mode}_${random}${keyChecksum(random)}`;
}

/** Whether a text has the form and the checksum of a key. */
export function isWellFormedKey(text: string): boolean {
  const match = apiKeyPattern.exec(text);
  return match !== null && keyChecksum(match[3] ?? "") === match[4];
}
