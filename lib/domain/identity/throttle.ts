import { keyHash } from "@/lib/adapters/api-keys/key-hash";
import { Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";

/** What may be tried how often for one account, whether there is such an account or not. */
const throttles = {
  password: { most: 5, seconds: 900 },
  secondFactor: { most: 5, seconds: 900 },
  mailedCode: { most: 1, seconds: 60 },
  mailedCodes: { most: 5, seconds: 3_600 },
  accessToken: { most: 60, seconds: 60 },
} as const;
export type ThrottleName = keyof typeof throttles;

type Counter = Pick<Context, "db" | "config">;

/**
 * Addresses are compared without regard to case. Counted under the current pepper alone: each rotation begins anew, and
 * processes whose peppers differ while one is rolled out count apart, so that once twice as many tries are taken.
 */
const keyOf = ({ config }: Counter, name: ThrottleName, subject: string) =>
  keyHash(config, `throttle:${name}:${subject.toLowerCase()}`);

/**
 * Counts a try before it is made, so that many at once are no more than so many. It must not be part of a transaction
 * that a refusal undoes. One too many begins a pause as long as the period.
 * @throws Refusal `rate_limited` with `too_many_tries`
 */
export async function countTry(ctx: Counter, name: ThrottleName, subject: string): Promise<void> {
  const { most, seconds } = throttles[name];
  const period = ctx.db`${seconds} * interval '1 second'`;
  const [row] = await ctx.db<{ tries: number; wait: number }[]>`
    insert into identity_throttles as t (key, expires_at)
    values (${keyOf(ctx, name, subject)}, now() + ${period})
    on conflict (key) do update set
      tries = case when t.expires_at <= now() then 1 else least(t.tries, ${most}) + 1 end,
      since = case when t.expires_at <= now() or t.tries = ${most} then now() else t.since end,
      expires_at = case when t.expires_at <= now() or t.tries = ${most} then now() + ${period}
        else t.expires_at end
    returning tries, greatest(1, ceil(extract(epoch from expires_at - now())))::int as wait`;
  if (!row || row.tries <= most) return;
  throw new Refusal("rate_limited", "Too many attempts. Wait, or sign in another way.", {
    details: { reason: "too_many_tries" },
    retryAfterSeconds: row.wait,
  });
}

/** Forgets the tries, once one was right. */
export async function forgetTries(
  ctx: Counter,
  name: ThrottleName,
  subject: string,
): Promise<void> {
  await ctx.db`delete from identity_throttles where key = ${keyOf(ctx, name, subject)}`;
}
