import { checkSolution, newPuzzle } from "@/lib/adapters/challenge/altcha";
import {
  checkTurnstile,
  type TurnstileSettings,
  type TurnstileToken,
  TurnstileUnavailable,
  turnstileAction,
} from "@/lib/adapters/challenge/turnstile";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getChallenge } from "@/lib/contract/identity/challenge";
import { invalidRequest, unavailable } from "@/lib/core/errors";
import type { Context, PublicActor, Verb } from "@/lib/domain/platform/context";

type Asker = Pick<Context, "db" | "config">;

/** A challenge of the kind that the settings choose. */
export const challengeBrowser: Verb<
  PublicActor,
  InputOf<typeof getChallenge>,
  OutputOf<typeof getChallenge>
> = async ({ config }, { for: purpose }) => {
  const { TURNSTILE_SITE_KEY: siteKey } = config;
  if (siteKey !== undefined) {
    return { provider: "turnstile", puzzle: null, siteKey, action: turnstileAction(purpose) };
  }
  return { provider: "altcha", puzzle: newPuzzle(config, purpose), siteKey: null, action: null };
};

/**
 * Takes the solution of a challenge, once.
 * @throws Refusal `invalid_request` with `challenge_failed`: wrong, too late, taken before, or solved for something else
 * @throws Refusal `api_error` with `challenge_unavailable`: the solution cannot be checked now
 */
export async function takeSolution(
  ctx: Asker,
  solution: TurnstileToken,
  { verifyUrl }: { verifyUrl?: string } = {},
): Promise<void> {
  const { TURNSTILE_SECRET_KEY: secret, APP_URL } = ctx.config;
  const hostname = new URL(APP_URL).hostname;
  const isGood =
    secret === undefined
      ? await takePuzzle(ctx, solution)
      : await takeTurnstile({ secret, hostname, ...(verifyUrl ? { verifyUrl } : {}) }, solution);
  if (isGood) return;
  throw invalidRequest("token", "The challenge is not solved. Request another one.", {
    reason: "challenge_failed",
  });
}

async function takePuzzle(
  { db, config }: Asker,
  { token, purpose }: TurnstileToken,
): Promise<boolean> {
  const solved = checkSolution(config, token);
  if (solved?.purpose !== purpose) return false;
  const { count } = await db`
    insert into challenge_used (id, expires_at)
    values (${Buffer.from(solved.id, "hex")}, ${solved.expiresAt})
    on conflict (id) do nothing`;
  return count === 1;
}

async function takeTurnstile(
  settings: TurnstileSettings,
  solution: TurnstileToken,
): Promise<boolean> {
  try {
    return await checkTurnstile(settings, solution);
  } catch (error) {
    if (!(error instanceof TurnstileUnavailable)) throw error;
    throw unavailable("challenge_unavailable", "The challenge cannot be verified now: try again.");
  }
}
