import { isIP } from "node:net";
import type { TransactionSql } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { Refusal } from "@/lib/core/errors";
import type { GasSpender } from "@/lib/domain/wallets/gas-budget";

type Limits = Pick<
  Env,
  | "RELAY_DAILY_WALLETS_PER_MERCHANT"
  | "RELAY_DAILY_WALLETS_PER_PAYER"
  | "RELAY_DAILY_WALLETS_PER_ADDRESS"
>;

/** Whose budget it is. */
type Kind = "ip" | "merchant" | "payer";

/**
 * Counts one wallet against the day's budgets for creating them: of the merchant, of the payer, and of the client's
 * network (/24 of IPv4, /48 of IPv6). Call it after `spendGasBudget`: both lock counters, in this order.
 * @throws Refusal `rate_limited` with the seconds until the next day (UTC): the transaction must roll back
 */
export async function spendCreationBudget(
  tx: TransactionSql,
  limits: Limits,
  { merchantId, mode, payer, ip }: GasSpender,
): Promise<void> {
  const network = ip === undefined || isIP(ip) === 0 ? [] : [ip];
  const kinds: Kind[] = [...network.map(() => "ip" as const), "merchant", "payer"];
  const names = [...network, `${merchantId}:${mode}`, payer];
  const counted = await tx<{ kind: Kind; used: number; secondsLeft: number }[]>`
    with counted as (
      insert into gas_budgets as b (day, subject, used)
      select to_char(now() at time zone 'utc', 'YYYY-MM-DD'),
        'wallets:' || kind || ':' || case kind when 'ip'
        then host(network(set_masklen(name::inet, case family(name::inet) when 4 then 24 else 48 end)))
        else name end, 1
      from unnest(${kinds}::text[], ${names}::text[]) as u(kind, name)
      order by 2
      on conflict (day, subject) do update set used = b.used + 1
      returning b.subject, b.used
    )
    select split_part(subject, ':', 2) as kind, used,
      86400 - floor(extract(epoch from now()))::bigint::int % 86400 as seconds_left
    from counted`;
  const limitOf: Record<Kind, number> = {
    merchant: limits.RELAY_DAILY_WALLETS_PER_MERCHANT,
    payer: limits.RELAY_DAILY_WALLETS_PER_PAYER,
    ip: limits.RELAY_DAILY_WALLETS_PER_ADDRESS,
  };
  const spent = counted.find(({ kind, used }) => used > limitOf[kind]);
  if (!spent) return;
  throw new Refusal("rate_limited", "The day's budget for creating wallets is used up.", {
    retryAfterSeconds: spent.secondsLeft,
    details: { reason: `${spent.kind}_budget` },
  });
}
