import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { OutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";

/** How long keys are taken without asking again, and how long while GitHub does not answer. */
const FRESH_MS = 3_600_000;
const STALE_MS = 86_400_000;
/** A key that is not known makes us ask at most this often: anybody can name one. */
const LEAST_PAUSE_MS = 60_000;

const published = z.object({
  public_keys: z.array(z.object({ key_identifier: z.string(), key: z.string() })).max(100),
});

/** GitHub's keys could not be read: whether a report is good is not known. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable";
}

interface KeyCache {
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly etag: string | null;
  readonly checkedAt: number;
}

/**
 * Tells whether something was signed by GitHub.
 * @throws KeysUnavailable
 */
export type SignatureCheck = (body: string, signed: GithubSignature) => Promise<boolean>;

/** ECDSA over P-256 with SHA-256, as DER in base64, and the name of the key. */
export interface GithubSignature {
  readonly keyId: string;
  readonly signature: string;
}

/**
 * Checks signatures by the keys at `url`, which are kept for an hour and then asked for with their ETag.
 * @param now in milliseconds
 */
export function githubSignatures(
  http: Pick<OutboundHttp, "get">,
  { url, secure, now = Date.now }: { url: string; secure: boolean; now?: () => number },
): SignatureCheck {
  let known: KeyCache | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    askedAt = now();
    const headers = {
      accept: "application/json",
      ...(known?.etag ? { "if-none-match": known.etag } : {}),
    };
    const reply = await http.get({ url, headers: { ...headers, "user-agent": "stipend" }, secure });
    if (reply.status === 304 && known) known = { ...known, checkedAt: askedAt };
    const keys = reply.status === 200 ? readKeys(reply.body) : null;
    if (keys) known = { keys, etag: reply.etag, checkedAt: askedAt };
  }

  /** Requests that come meanwhile wait for the same answer. */
  async function refresh(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
  }

  async function keyOf(keyId: string): Promise<KeyObject | undefined> {
    const isFresh = known !== null && now() - known.checkedAt < FRESH_MS;
    const isWanted = !isFresh || !known?.keys.has(keyId);
    if (isWanted && (asking || now() - askedAt >= LEAST_PAUSE_MS)) await refresh();
    if (!known || now() - known.checkedAt >= STALE_MS) {
      throw new KeysUnavailable("GitHub's public keys could not be read");
    }
    return known.keys.get(keyId);
  }

  return async (body, { keyId, signature }) => {
    const key = await keyOf(keyId);
    return key !== undefined && isSigned(key, body, signature);
  };
}

function readKeys(body: string | null): Map<string, KeyObject> | null {
  try {
    const { public_keys: all } = published.parse(JSON.parse(body ?? ""));
    const entries = all.map(({ key_identifier: id, key }) => [id, createPublicKey(key)] as const);
    return new Map(entries.filter(([, key]) => isOfCurve(key)));
  } catch {
    return null;
  }
}

const isOfCurve = (key: KeyObject) =>
  key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";

function isSigned(key: KeyObject, body: string, signature: string): boolean {
  try {
    return verify(
      "sha256",
      Buffer.from(body),
      { key, dsaEncoding: "der" },
      Buffer.from(signature, "base64"),
    );
  } catch {
    return false;
  }
}
