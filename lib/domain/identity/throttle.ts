import { type TransactionSql, transaction } from "@/db/client";
import { keyHash } from "@/lib/adapters/api-keys/key-hash";
import { Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";
import type { Trier } from "./trier";

/**
 * What may be tried how often for one account, whether there is such an account or not: by one browser that is known,
 * by strangers of one network, and by all strangers together.
 */
const throttles = {
  password: { most: 5, ofStrangers: 50, seconds: 900 },
  secondFactor: { most: 5, ofStrangers: 10, seconds: 900 },
  mailedCode: { most: 1, ofStrangers: 5, seconds: 60 },
  mailedCodes: { most: 5, ofStrangers: 10, seconds: 3_600 },
  accessToken: { most: 60, ofStrangers: 60, seconds: 60 },
} as const;
export type ThrottleName = keyof typeof throttles;

/** A wide network holds as many narrow ones as these, before it is one stranger itself. */
const NETWORKS_OF_WIDE = 4;

type Throttling = Pick<Context, "db" | "config">;

interface Counter {
  readonly key: Buffer;
  readonly most: number;
  readonly seconds: number;
  /** Whether only its owner adds to it. */
  readonly isOwn: boolean;
}

/**
 * The counters of a try. Addresses are compared without regard to case. Counted under the current pepper alone: each
 * rotation begins anew, and processes whose peppers differ while one is rolled out count apart, so that once twice as
 * many tries are taken.
 */
function countersOf(
  { config }: Throttling,
  name: ThrottleName,
  { subject, known, networks }: Trier,
): Counter[] {
  const { most, ofStrangers, seconds } = throttles[name];
  const counter = (whose: string, limit: number, isOwn: boolean): Counter => ({
    key: keyHash(config, `throttle:${name}:${subject.toLowerCase()}:${whose}`),
    most: limit,
    seconds,
    isOwn,
  });
  if (known !== null) return [counter(known, most, true)];
  return [
    ...networks.map((network, at) =>
      counter(`network:${network}`, at === 0 ? most : most * NETWORKS_OF_WIDE, true),
    ),
    counter("strangers", ofStrangers, false),
  ];
}

interface Count {
  readonly tries: number;
  /** Seconds until it says nothing any more. */
  readonly wait: number;
}

/**
 * Counts a try before it is made, so that many at once are no more than so many. It must not be part of a transaction
 * that a refusal undoes. One too many begins a pause as long as the period; a try that is refused uses up nothing.
 * @param names what limits it: the longest wait of all is told
 * @throws Refusal `rate_limited` with `too_many_tries`
 */
export async function countTry(
  ctx: Throttling,
  names: ThrottleName | readonly ThrottleName[],
  trier: Trier,
): Promise<void> {
  const counters = [names].flat().flatMap((name) => countersOf(ctx, name, trier));
  // Locked in one order everywhere.
  counters.sort((one, other) => Buffer.compare(one.key, other.key));
  const wait = await transaction(ctx.db, async (tx) => {
    const waits: number[] = [];
    for (const counter of counters) {
      const { tries, wait } = await readCount(tx, counter);
      if (tries === counter.most) waits.push(await beginPause(tx, counter));
      else if (tries > counter.most) waits.push(wait);
    }
    if (waits.length > 0) return Math.max(...waits);
    const keys = counters.map(({ key }) => key);
    await tx`update identity_throttles set tries = tries + 1 where key in ${tx(keys)}`;
    return null;
  });
  if (wait === null) return;
  throw new Refusal("rate_limited", "Too many attempts. Wait, or sign in another way.", {
    details: { reason: "too_many_tries" },
    retryAfterSeconds: wait,
  });
}

/** The count as it is, from nothing where the last period is over; its row is locked. */
async function readCount(tx: TransactionSql, { key, seconds }: Counter): Promise<Count> {
  const [count] = await tx<Count[]>`
    insert into identity_throttles as t (key, tries, expires_at)
    values (${key}, 0, now() + ${seconds} * interval '1 second')
    on conflict (key) do update set
      tries = case when t.expires_at <= now() then 0 else t.tries end,
      since = case when t.expires_at <= now() then now() else t.since end,
      expires_at = case when t.expires_at <= now() then excluded.expires_at else t.expires_at end
    returning tries, greatest(1, ceil(extract(epoch from expires_at - now())))::int as wait`;
  return count ?? { tries: 0, wait: seconds };
}

/** @returns its seconds */
async function beginPause(tx: TransactionSql, { key, seconds }: Counter): Promise<number> {
  await tx`
    update identity_throttles set tries = tries + 1, since = now(),
      expires_at = now() + ${seconds} * interval '1 second'
    where key = ${key}`;
  return seconds;
}

/**
 * Gives a try back that was right, and forgets those before it of the same browser or network. What strangers have in
 * common keeps the tries of the others.
 */
export async function forgetTries(
  ctx: Throttling,
  names: ThrottleName | readonly ThrottleName[],
  trier: Trier,
): Promise<void> {
  const counters = [names].flat().flatMap((name) => countersOf(ctx, name, trier));
  for (const { key, isOwn } of counters) {
    if (isOwn) await ctx.db`delete from identity_throttles where key = ${key}`;
    else {
      await ctx.db`
        update identity_throttles set tries = greatest(0, tries - 1)
        where key = ${key} and expires_at > now()`;
    }
  }
}
