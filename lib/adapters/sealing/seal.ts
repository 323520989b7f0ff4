import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { memoize } from "@/lib/core/memoize";

/** The installation's keys: 32 random bytes in base64. What any of them sealed opens; the first alone seals. */
export interface SealingKeys {
  readonly STIPEND_SECRET_KEY: string;
  /** Newest first. */
  readonly STIPEND_SECRET_KEY_PREVIOUS?: readonly string[] | undefined;
  /** With which other processes seal already while a rotation is rolled out. */
  readonly STIPEND_SECRET_KEY_NEXT?: string | undefined;
}

const VERSION = "v1";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const KEY_NAME_BYTES = 4;
/** How bytes begin that were sealed as bytes. No sealed text begins so. */
const BYTES_VERSION = 1;

/** What something sealed is and where it stands: in another place it does not open. */
interface Place {
  /** What kind of secret it is; each has a key of its own. */
  readonly purpose: string;
  /** The id of the row it belongs to (the associated data). */
  readonly boundTo: string;
}

/** Names a key in what it sealed, without telling anything about it: 8 hex digits. */
export const keyName = memoize((master: string): string => {
  const hash = createHash("sha256").update(`stipend-key-name:${master}`).digest("hex");
  return hash.slice(0, 2 * KEY_NAME_BYTES);
});

/** HKDF-SHA256 (RFC 5869): each purpose has a key of its own. */
const derive = memoize((master: string, purpose: string): Buffer => {
  const input = Buffer.from(master, "base64");
  return Buffer.from(hkdfSync("sha256", input, Buffer.alloc(0), `stipend/${purpose}`, 32));
});

/**
 * A secret of one purpose alone, in hex, for a package that seals by itself what may be lost when the key is changed.
 */
export const deriveSecret = ({ STIPEND_SECRET_KEY }: SealingKeys, purpose: string): string =>
  derive(STIPEND_SECRET_KEY, purpose).toString("hex");

function prefixOf(master: string): string {
  return `${VERSION}.${keyName(master)}.`;
}

/**
 * Seals a text with AES-256-GCM (NIST SP 800-38D) under the current key.
 * @param purpose what kind of secret it is; another purpose cannot open it
 * @param boundTo the id of the row it belongs to (the associated data): moved to another row, it does not open
 * @returns `v1.<key name>.<base64url of nonce, ciphertext and tag>`
 */
export function seal(
  keys: SealingKeys,
  purpose: string,
  boundTo: string,
  plaintext: string,
): string {
  const master = keys.STIPEND_SECRET_KEY;
  const sealed = encrypt(master, { purpose, boundTo }, Buffer.from(plaintext));
  return prefixOf(master) + sealed.toString("base64url");
}

/** @returns nonce, ciphertext and tag */
function encrypt(master: string, { purpose, boundTo }: Place, plaintext: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, derive(master, purpose), nonce);
  cipher.setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Seals bytes as `seal` seals a text.
 * @returns a version byte, the key's name, nonce, ciphertext and tag
 */
export function sealBytes(keys: SealingKeys, place: Place, plaintext: Buffer): Buffer {
  const master = keys.STIPEND_SECRET_KEY;
  return Buffer.concat([
    Buffer.of(BYTES_VERSION),
    Buffer.from(keyName(master), "hex"),
    encrypt(master, place, plaintext),
  ]);
}

/**
 * Opens what `sealBytes` returned, under any of the keys.
 * @throws Error as `unseal` does
 */
export function unsealBytes(keys: SealingKeys, place: Place, sealed: Buffer): Buffer {
  if (sealed[0] !== BYTES_VERSION) {
    throw new Error(`Sealed bytes have the unknown version ${sealed[0]}`);
  }
  const end = 1 + KEY_NAME_BYTES;
  const master = masterNamed(keys, sealed.subarray(1, end).toString("hex"));
  return decrypt(master, place, sealed.subarray(end));
}

/**
 * Opens what `seal` returned, under any of the keys.
 * @throws Error naming the key that is missing, or saying that the text was changed or belongs elsewhere
 */
export function unseal(
  keys: SealingKeys,
  purpose: string,
  boundTo: string,
  sealed: string,
): string {
  const [version = "", name = "", encoded = ""] = sealed.split(".");
  if (version !== VERSION) throw new Error(`A sealed text has the unknown version ${version}`);
  const bytes = Buffer.from(encoded, "base64url");
  return decrypt(masterNamed(keys, name), { purpose, boundTo }, bytes).toString();
}

function masterNamed(keys: SealingKeys, name: string): string {
  const { STIPEND_SECRET_KEY, STIPEND_SECRET_KEY_PREVIOUS = [], STIPEND_SECRET_KEY_NEXT } = keys;
  const masters = [STIPEND_SECRET_KEY, ...STIPEND_SECRET_KEY_PREVIOUS, STIPEND_SECRET_KEY_NEXT];
  const master = masters.find((candidate) => candidate && keyName(candidate) === name);
  if (master) return master;
  throw new Error(
    `What is sealed needs the key ${name}, which is neither STIPEND_SECRET_KEY nor among STIPEND_SECRET_KEY_PREVIOUS`,
  );
}

/** @param bytes nonce, ciphertext and tag */
function decrypt(master: string, { purpose, boundTo }: Place, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(
    ALGORITHM,
    derive(master, purpose),
    bytes.subarray(0, NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]);
  } catch {
    throw new Error(`A sealed ${purpose} was changed, or belongs to another row than ${boundTo}`);
  }
}

/** The names of the previous keys, whose texts are to be sealed anew: the second part of what `seal` returned. */
export function previousKeyNames({
  STIPEND_SECRET_KEY,
  STIPEND_SECRET_KEY_PREVIOUS = [],
}: SealingKeys): string[] {
  const current = keyName(STIPEND_SECRET_KEY);
  return STIPEND_SECRET_KEY_PREVIOUS.map((key) => keyName(key)).filter((name) => name !== current);
}
