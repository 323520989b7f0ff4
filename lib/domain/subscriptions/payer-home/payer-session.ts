import type { Address } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { hashOfToken } from "./session-token";

/** A payer who has proved a wallet to be theirs. */
export interface Payer {
  readonly payer: Address;
  readonly mode: Mode;
}

/** The payer who is signed in with a token; null without one, or when the session has ended. */
export async function findPayer(
  { db }: Pick<Context, "db">,
  token: string | undefined,
): Promise<Payer | null> {
  if (!token) return null;
  const [row] = await db<Payer[]>`
    select payer, mode from payer_sessions
    where token_hash = ${hashOfToken(token)} and signed_in_at is not null and expires_at > now()`;
  return row ?? null;
}

/**
 * The same, but the payer must be signed in.
 * @throws Refusal `authentication_error` with `signed_out`
 */
export async function requirePayer(
  ctx: Pick<Context, "db">,
  token: string | undefined,
): Promise<Payer> {
  const found = await findPayer(ctx, token);
  if (found) return found;
  throw new Refusal("authentication_error", "Sign in with your wallet.", {
    details: { reason: "signed_out" },
  });
}

/** Signs a browser out. */
export async function signOut(
  { db }: Pick<Context, "db">,
  token: string | undefined,
): Promise<void> {
  if (!token) return;
  await db`delete from payer_sessions where token_hash = ${hashOfToken(token)}`;
}
