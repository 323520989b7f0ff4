import { isIP } from "node:net";
import type { PendingQuery, Row } from "postgres";
import type { Db, TransactionSql } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import type { Address } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";

/** Who uses up gas money. */
export interface GasSpender {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly payer: Address;
  /** The payer's own client address; absent where a merchant's server asks. */
  readonly ip: string | undefined;
}

/** No merchant has asked for what a payer sends on their own account, such as a permit. */
type Spender = Omit<GasSpender, "merchantId"> & { readonly merchantId: string | null };

type Limits = Pick<
  Env,
  "RELAY_DAILY_ITEMS_PER_MERCHANT" | "RELAY_DAILY_ITEMS_PER_PAYER" | "RELAY_DAILY_ITEMS_PER_ADDRESS"
>;

/** A merchant's counter is split, or all of its payments would wait for one row. */
const MERCHANT_COUNTERS = 16;
/** In turn, so that as many payments as there are counters do not meet; processes start anywhere. */
let turn = Math.floor(Math.random() * MERCHANT_COUNTERS);
/** A failed submission costs as much as ten, the one that was counted included. */
const FAILED_EXTRA = 9;

/** Whose budget it is. */
type Kind = "ip" | "merchant" | "payer";

/**
 * Counts one submission against the day's gas budgets: of the merchant where there is one, of the payer, and of the
 * client's network (/24 of IPv4, /48 of IPv6).
 * @param inserts what is written besides, in the same statement
 * @throws Refusal `rate_limited` with the seconds until the next day (UTC): the transaction must roll back
 */
export async function spendGasBudget(
  tx: TransactionSql,
  limits: Limits,
  { merchantId, mode, payer, ip }: Spender,
  inserts: readonly PendingQuery<Row[]>[] = [],
): Promise<void> {
  const counters = Array.from(
    { length: merchantId === null ? 0 : MERCHANT_COUNTERS },
    (_, index) => `${merchantId}:${mode}:${index}`,
  );
  turn = (turn + 1) % MERCHANT_COUNTERS;
  const merchant = counters.slice(turn, turn + 1);
  const network = ip === undefined || isIP(ip) === 0 ? [] : [ip];
  const kinds: Kind[] = [
    ...network.map(() => "ip" as const),
    ...merchant.map(() => "merchant" as const),
    "payer",
  ];
  const named = inserts.map((insert, index) => tx`${tx(`insert_${index}`)} as (${insert}),`);
  // The driver takes an empty list for a value.
  const besides = named.length > 0 ? named : tx``;
  const counted = await tx<{ kind: Kind; used: number; secondsLeft: number }[]>`
    with ${besides}
    today as (select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day),
    counted as (
      insert into gas_budgets as b (day, subject, used)
      select day, kind || ':' || case kind when 'ip'
        then host(network(set_masklen(name::inet, case family(name::inet) when 4 then 24 else 48 end)))
        else name end, 1
      from today, unnest(${kinds}::text[], ${[...network, ...merchant, payer]}::text[]) as u(kind, name)
      order by 2
      on conflict (day, subject) do update set used = b.used + 1
      returning b.subject, b.used
    ), others as (
      select coalesce(sum(used), 0)::int as used from gas_budgets join today using (day)
      where subject = any (${counters.filter((other) => !merchant.includes(other)).map((other) => `merchant:${other}`)}::text[])
    )
    select split_part(c.subject, ':', 1) as kind,
      c.used + case when c.subject like 'merchant:%' then others.used else 0 end as used,
      86400 - floor(extract(epoch from now()))::bigint::int % 86400 as seconds_left
    from counted c, others`;
  const limitOf: Record<Kind, number> = {
    merchant: limits.RELAY_DAILY_ITEMS_PER_MERCHANT,
    payer: limits.RELAY_DAILY_ITEMS_PER_PAYER,
    ip: limits.RELAY_DAILY_ITEMS_PER_ADDRESS,
  };
  const spent = counted.find(({ kind, used }) => used > limitOf[kind]);
  if (spent) throw budgetSpent(spent.kind, spent.secondsLeft);
}

/** Counts submissions that failed on chain nine times more: the relay paid their gas for nothing. */
export async function chargeFailedSubmissions(
  db: Db,
  failed: readonly Pick<Spender, "merchantId" | "mode" | "payer">[],
): Promise<void> {
  if (failed.length === 0) return;
  const subjects = failed.flatMap(({ merchantId, mode, payer }) => [
    ...(merchantId === null ? [] : [`merchant:${merchantId}:${mode}:0`]),
    `payer:${payer}`,
  ]);
  await db`
    insert into gas_budgets as b (day, subject, used)
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD'), subject,
      count(*)::int * ${FAILED_EXTRA}::int
    from unnest(${subjects}::text[]) as subject group by subject order by subject
    on conflict (day, subject) do update set used = b.used + excluded.used`;
}

function budgetSpent(kind: Kind, retryAfterSeconds: number): Refusal {
  return new Refusal("rate_limited", "The day's budget for relayed payments is used up.", {
    retryAfterSeconds,
    details: { reason: `${kind}_budget` },
  });
}
