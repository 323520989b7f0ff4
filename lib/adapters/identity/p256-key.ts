import { createPublicKey, type KeyObject } from "node:crypto";

/**
 * A public key that ES256 is verified with.
 * @param text PEM, or its SubjectPublicKeyInfo in base64; line ends may be written as `\n`
 * @throws Error when it is none
 */
export function readP256Key(text: string): KeyObject {
  const plain = text.replaceAll("\\n", "\n").replace(/-----[A-Z ]+-----/g, "");
  const der = Buffer.from(plain, "base64");
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("not a P-256 key");
  return key;
}

/** Whether a text is a key as `readP256Key` takes it. */
export function isP256Key(text: string): boolean {
  try {
    return readP256Key(text) !== null;
  } catch {
    return false;
  }
}
