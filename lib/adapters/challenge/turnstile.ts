import { fetch } from "undici";
import { z } from "zod";
import type { ChallengePurpose } from "@/lib/core/identity/challenge-purposes";

const VERIFY_URL = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const DEADLINE_MS = 5_000;
/** Longer ones Cloudflare does not make. */
const MAX_TOKEN = 2_048;
/** What our widget says that it is for. */
export const turnstileAction = (purpose: ChallengePurpose) => `stipend-${purpose}`;

/** Secrets that Cloudflare publishes for tests: anybody passes with them. */
export const isTurnstileTestSecret = (secret: string) => /^[123]x0+/.test(secret);

/** Cloudflare gave no answer that can be read. */
export class TurnstileUnavailable extends Error {
  override readonly name = "TurnstileUnavailable";
}

export interface TurnstileSettings {
  readonly secret: string;
  /** Where our pages are: a token of another site's page is not taken. */
  readonly hostname: string;
  readonly verifyUrl?: string;
}

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
});

/** A token of Cloudflare's widget, and where it comes from. */
export interface TurnstileToken {
  readonly token: string;
  /** What it must have been solved for. */
  readonly purpose: ChallengePurpose;
  readonly address: string | null;
}

/**
 * Asks Cloudflare whether a token is good; it takes one once.
 * @throws TurnstileUnavailable
 */
export async function checkTurnstile(
  { secret, hostname, verifyUrl = VERIFY_URL }: TurnstileSettings,
  { token, purpose, address }: TurnstileToken,
): Promise<boolean> {
  if (token.length > MAX_TOKEN) return false;
  const answer = await ask(verifyUrl, {
    ...{ secret, response: token },
    ...(address === null ? {} : { remoteip: address }),
  });
  if (!answer.success) return false;
  // The published secrets answer for example.com and without an action.
  if (isTurnstileTestSecret(secret)) return true;
  return answer.hostname === hostname && answer.action === turnstileAction(purpose);
}

async function ask(url: string, body: Record<string, string>) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return answerSchema.parse(await response.json());
  } catch (cause) {
    throw new TurnstileUnavailable("Cloudflare does not verify", { cause });
  }
}
