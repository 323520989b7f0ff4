import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TransactionSql } from "@/db/client";
import { keyHash, keyHashes, type Peppers } from "@/lib/adapters/api-keys/key-hash";
import { type RelyingParty, relyingParty } from "@/lib/adapters/identity/web-authn";
import { invalidState, Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";

/** For so long a person may take over a browser's prompt. */
export const PASSKEY_SECONDS = 300;

/** What a passkey is asked for; an answer to one is no answer to another. */
export type PasskeyUse =
  | "sign_in"
  | `second_factor:${string}`
  | `step_up:${string}`
  | `add:${string}`;

const NONCE_BYTES = 16;
const TIME_BYTES = 4;

const signedText = (use: PasskeyUse, head: Buffer) => `passkey:${use}:${head.toString("hex")}`;

/** A challenge that this server knows again without keeping it, until it was taken. */
export function newPasskeyChallenge(config: Peppers, use: PasskeyUse, now = Date.now()): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUInt32BE(Math.floor(now / 1_000) + PASSKEY_SECONDS);
  const head = Buffer.concat([randomBytes(NONCE_BYTES), time]);
  return Buffer.concat([head, keyHash(config, signedText(use, head))]).toString("base64url");
}

/** When a challenge ends; null when it is not ours, for another use, or over. */
export function endOfChallenge(
  config: Peppers,
  use: PasskeyUse,
  challenge: string,
  now = Date.now(),
): Date | null {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const given = bytes.subarray(head.length);
  if (head.length < NONCE_BYTES + TIME_BYTES) return null;
  const isOurs = keyHashes(config, signedText(use, head)).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  );
  const ends = head.readUInt32BE(NONCE_BYTES) * 1_000;
  return isOurs && now < ends ? new Date(ends) : null;
}

/** Takes a challenge. @returns false when it was taken before */
export async function takeChallenge(
  tx: TransactionSql,
  { challenge, ends }: { challenge: string; ends: Date },
): Promise<boolean> {
  const id = createHash("sha256").update(challenge).digest();
  const { count } = await tx`
    insert into challenge_used (id, expires_at) values (${id}, ${ends})
    on conflict (id) do nothing`;
  return count === 1;
}

/** Notes which challenge was answered, as the answer's check comes upon it. */
export function challengeReader(config: Peppers, use: PasskeyUse) {
  const read: { taken: { challenge: string; ends: Date } | null } = { taken: null };
  const isOwn = (challenge: string) => {
    const ends = endOfChallenge(config, use, challenge);
    read.taken = ends && { challenge, ends };
    return ends !== null;
  };
  return { read, isOwn };
}

/** Whether browsers know passkeys at this installation's address. */
export const arePasskeysPossible = ({ config }: Pick<Context, "config">): boolean =>
  relyingParty(config) !== null;

/** @throws Refusal `session_invalid_state` with `passkeys_unavailable` */
export function requireRelyingParty({ config }: Pick<Context, "config">): RelyingParty {
  const party = relyingParty(config);
  if (party) return party;
  throw invalidState("Passkeys need https, and an address with a name.", {
    reason: "passkeys_unavailable",
  });
}

/** The same for every way in which a passkey can be no good. */
export const wrongPasskey = () =>
  new Refusal("authentication_error", "The passkey was not accepted.", {
    details: { reason: "passkey_wrong" },
  });
