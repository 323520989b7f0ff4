import type { lockSignIn as declaration } from "@/lib/contract/admin/users";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { because } from "@/lib/domain/admin/because";
import {
  lockSignIn as lock,
  readSignIn,
  refuseAdmin,
  type SignInState,
  unlockSignIn as unlock,
} from "@/lib/domain/identity/lock-sign-in";
import type { AdminActor, Context } from "@/lib/domain/platform/context";

type Input = InputOf<typeof declaration>;
type Lock = OutputOf<typeof declaration>;

/**
 * Locks a person's sign-in and ends their sessions.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `admin_account`
 */
export async function lockSignIn(
  ctx: Context<AdminActor>,
  { id, reason, dryRun }: Input,
): Promise<Lock> {
  const found = await readSignIn(ctx.db, id);
  refuseAdmin(found);
  const consequence = found.locked
    ? "The sign-in is locked already."
    : `${sayEnded(found)} The person could not sign in again until unlocked. API keys keep working.`;
  const applied = !dryRun && (await lock(because(ctx, reason), id));
  return viewLock(found, { applied, consequence, locked: applied || found.locked });
}

/**
 * Lets a person sign in again.
 * @throws Refusal `not_found`
 */
export async function unlockSignIn(
  ctx: Context<AdminActor>,
  { id, reason, dryRun }: Input,
): Promise<Lock> {
  const found = await readSignIn(ctx.db, id);
  const consequence = found.locked
    ? "The person could sign in again."
    : "The sign-in is not locked.";
  const applied = !dryRun && (await unlock(because(ctx, reason), id));
  return viewLock(found, { applied, consequence, locked: found.locked && !applied });
}

const viewLock = (
  { userId, sessions }: SignInState,
  rest: Pick<Lock, "applied" | "consequence" | "locked">,
): Lock => ({ object: "admin_sign_in_lock", userId, sessions, ...rest });

function sayEnded({ provider, sessions }: SignInState): string {
  if (provider !== "embedded") return "The person’s tokens would be refused.";
  return sessions === 1
    ? "1 sign-in session would end."
    : `${sessions} sign-in sessions would end.`;
}
