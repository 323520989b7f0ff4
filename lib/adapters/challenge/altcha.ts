import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { keyHash, keyHashes, type Peppers } from "@/lib/adapters/api-keys/key-hash";
import { type ChallengePurpose, challengePurposes } from "@/lib/core/identity/challenge-purposes";

/** How many numbers a browser may have to try: a second or two of a slow telephone. */
const MAX_NUMBER = 100_000;
/** For so long a puzzle may be solved. */
const LIFETIME_SECONDS = 300;

/** A puzzle in ALTCHA's format, version 1. */
export interface Puzzle {
  readonly algorithm: "SHA-256";
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** A puzzle that was solved. */
export interface SolvedPuzzle {
  /** What names it, as 64 hex digits. */
  readonly id: string;
  readonly purpose: ChallengePurpose;
  readonly expiresAt: Date;
}

const signedText = (challenge: string) => `altcha:${challenge}`;
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** The salt ends with `&`, so that no digit of the number can be taken for one of the time. */
const saltPattern = /^[0-9a-f]{32}\?expires=([0-9]{10})&for=([a-z]+)&$/;
const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const solutionSchema = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: hex64,
  number: z.number().int().min(0).max(MAX_NUMBER),
  salt: z.string().regex(saltPattern),
  signature: hex64,
});

/** Makes a puzzle that this server can recognize as its own, with what it is for, without keeping it. */
export function newPuzzle(config: Peppers, purpose: ChallengePurpose, now = Date.now()): Puzzle {
  const expires = Math.floor(now / 1_000) + LIFETIME_SECONDS;
  const salt = `${randomBytes(16).toString("hex")}?expires=${expires}&for=${purpose}&`;
  const challenge = digest(`${salt}${randomInt(MAX_NUMBER + 1)}`);
  const signature = keyHash(config, signedText(challenge)).toString("hex");
  return { algorithm: "SHA-256", challenge, maxnumber: MAX_NUMBER, salt, signature };
}

/**
 * Checks a solution, as ALTCHA's widget sends it.
 * @returns null when it is not ours, wrong, or too late; whether it was taken before is not looked at
 */
export function checkSolution(
  config: Peppers,
  token: string,
  now = Date.now(),
): SolvedPuzzle | null {
  const solution = read(token);
  if (!solution) return null;
  const { challenge, number, salt, signature } = solution;
  const given = Buffer.from(signature, "hex");
  const isOurs = keyHashes(config, signedText(challenge)).some((own) =>
    timingSafeEqual(own, given),
  );
  if (!isOurs || digest(`${salt}${number}`) !== challenge) return null;
  const [, expires, word] = saltPattern.exec(salt) ?? [];
  const purpose = challengePurposes.find((one) => one === word);
  const expiresAt = new Date(Number(expires) * 1_000);
  if (!purpose || expiresAt.getTime() <= now) return null;
  return { id: challenge, purpose, expiresAt };
}

function read(token: string) {
  try {
    const text = Buffer.from(token, "base64").toString("utf8");
    return solutionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
