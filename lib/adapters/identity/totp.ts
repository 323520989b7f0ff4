import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 without padding (RFC 4648), as authenticator apps take it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** A secret for an authenticator app. */
export const newTotpSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** The code of a time step (RFC 6238, RFC 4226). */
export function totpCode(secret: string, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** @param at in milliseconds */
export const totpStep = (at: number): bigint => BigInt(Math.floor(at / 1_000 / STEP_SECONDS));

/**
 * The time step of a code that an app shows about now, one step early or late at most.
 * @param after the newest step of which a code was taken: none is taken twice
 * @returns null when it is none
 */
export function findTotpStep(
  secret: string,
  code: string,
  { after, at }: { after: bigint; at: number },
): bigint | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const now = totpStep(at);
  const given = Buffer.from(code);
  let found: bigint | null = null;
  for (const step of [now - 1n, now, now + 1n]) {
    const matches = timingSafeEqual(Buffer.from(totpCode(secret, step)), given);
    if (matches && step > after) found ??= step;
  }
  return found;
}

/** What a QR code for an authenticator app says. */
export function totpUri(secret: string, account: string): string {
  const label = `Stipend:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Stipend`;
}
