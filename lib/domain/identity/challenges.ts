import { checkSolution, newPuzzle } from "@/lib/adapters/challenge/altcha";
import {
  checkTurnstile,
  type TurnstileSettings,
  TurnstileUnavailable,
} from "@/lib/adapters/challenge/turnstile";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getChallenge } from "@/lib/contract/identity/challenge";
import { invalidRequest, unavailable } from "@/lib/core/errors";
import type { Context, PublicActor, Verb } from "@/lib/domain/platform/context";

type Asker = Pick<Context, "db" | "config">;

/** A challenge of the kind that the settings choose. */
export const challengeBrowser: Verb<PublicActor, object, OutputOf<typeof getChallenge>> = async ({
  config,
}) => {
  const { TURNSTILE_SITE_KEY: siteKey } = config;
  if (siteKey !== undefined) return { provider: "turnstile", puzzle: null, siteKey };
  return { provider: "altcha", puzzle: newPuzzle(config), siteKey: null };
};

/**
 * Takes the solution of a challenge, once.
 * @throws Refusal `invalid_request` with `challenge_failed`: wrong, too late, or taken before
 * @throws Refusal `api_error` with `challenge_unavailable`: the solution cannot be checked now
 */
export async function takeSolution(
  ctx: Asker,
  token: string,
  { address, verifyUrl }: { address: string | null; verifyUrl?: string },
): Promise<void> {
  const { TURNSTILE_SECRET_KEY: secret, APP_URL } = ctx.config;
  const hostname = new URL(APP_URL).hostname;
  const isGood =
    secret === undefined
      ? await takePuzzle(ctx, token)
      : await takeTurnstile(
          { secret, hostname, ...(verifyUrl ? { verifyUrl } : {}) },
          token,
          address,
        );
  if (isGood) return;
  throw invalidRequest("token", "The challenge is not solved. Request another one.", {
    reason: "challenge_failed",
  });
}

async function takePuzzle({ db, config }: Asker, token: string): Promise<boolean> {
  const solved = checkSolution(config, token);
  if (!solved) return false;
  const { count } = await db`
    insert into challenge_used (id, expires_at)
    values (${Buffer.from(solved.id, "hex")}, ${solved.expiresAt})
    on conflict (id) do nothing`;
  return count === 1;
}

async function takeTurnstile(
  settings: TurnstileSettings,
  token: string,
  address: string | null,
): Promise<boolean> {
  try {
    return await checkTurnstile(settings, token, address);
  } catch (error) {
    if (!(error instanceof TurnstileUnavailable)) throw error;
    throw unavailable("challenge_unavailable", "The challenge cannot be verified now: try again.");
  }
}
