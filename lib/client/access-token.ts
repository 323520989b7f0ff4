import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { mintAccessToken } from "@/lib/contract/identity/identity-account";
import { callOwnAccount } from "./own-account";

/** A token is used for this part of its life, by the browser's own clock. */
const USED_PART = 0.8;
const LIFE_MS = 600_000;

interface CachedToken {
  readonly token: string;
  readonly refreshAt: number;
}

/** In this page's memory alone, where no other page finds it. */
let held: CachedToken | null = null;
let asking: Promise<CachedToken> | null = null;

/** Where tokens come from, if not from our own accounts; it keeps and renews them by itself. */
let elsewhere: (() => Promise<string>) | null = null;

/** Takes tokens of another identity provider from now on. */
export function takeTokensFrom(source: () => Promise<string>): void {
  elsewhere = source;
}

/**
 * The access token of the signed-in user. Concurrent callers wait for the same token.
 * @throws StipendError `authentication_error` with `signed_out`
 */
export async function accessToken(): Promise<string> {
  if (elsewhere) return elsewhere();
  if (held && Date.now() < held.refreshAt) return held.token;
  const minting = asking ?? mint();
  asking = minting;
  try {
    const made = await minting;
    // Not when it was forgotten meanwhile: it may say too little.
    if (asking === minting) held = made;
    return made.token;
  } finally {
    if (asking === minting) asking = null;
  }
}

/** The next caller gets a new one, which says how the person has authenticated by then. */
export function forgetAccessToken(): void {
  held = null;
  asking = null;
}

async function mint(): Promise<CachedToken> {
  const askedAt = Date.now();
  const route = { method: "POST", path: "/api/identity/token", isPublic: true } as const;
  const minted: ReceivedOutput<typeof mintAccessToken> = await callOwnAccount<
    typeof mintAccessToken
  >(route, {});
  return { token: minted.accessToken, refreshAt: askedAt + LIFE_MS * USED_PART };
}
