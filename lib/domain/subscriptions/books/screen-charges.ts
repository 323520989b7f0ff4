import { asRows } from "@/db/as-rows";
import type { Db } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { WaitingSettlement } from "@/lib/domain/payments/settlements/find-final-settlements";
import { screenPayers } from "@/lib/domain/payments/settlements/screen-payers";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { chargeKey } from "./charge-key";
import { type EventRange, withinRange } from "./event-range";
import type { ChargeEvent } from "./subscription-event";

/** A charge that becomes final, under the id that its transaction has or will have. */
interface FinalCharge extends WaitingSettlement {
  /** The settlement key of its transaction. */
  readonly key: string;
}

type FoundCharge = Omit<FinalCharge, "id" | "key"> &
  Pick<ChargeEvent, "onchainId" | "period" | "number">;

/** What screening says of a charge, and the id of its transaction. */
export interface ChargeVerdict {
  readonly transactionId: string;
  readonly isClear: boolean;
}

/** By settlement key. A charge that has none is held up: its payer was not screened. */
export type ChargeVerdicts = ReadonlyMap<string, ChargeVerdict>;

/**
 * Screens who pays the charges that become final: a payer may enrol, and a merchant charge, without the relay. Asks the
 * outside world: call it outside any transaction.
 */
export async function screenCharges(
  ctx: Context<SystemActor>,
  range: EventRange,
): Promise<ChargeVerdicts> {
  const charges = await findFinalCharges(ctx.db, range);
  const { cleared } = await screenPayers(ctx, charges);
  const isClear = new Set(cleared);
  const verdictOf = ({ key, id }: FinalCharge) =>
    [key, { transactionId: id, isClear: isClear.has(id) }] as const;
  return new Map(charges.map(verdictOf));
}

/**
 * The charges of a range whose blocks are or become final, of merchants that are registered here: to be screened before
 * they are booked. Those of a contract that is not read along yet wait until it joins.
 */
export async function findFinalCharges(db: Db, range: EventRange): Promise<FinalCharge[]> {
  const found = await db<FoundCharge[]>`
    select e.onchain_id, e.period, e.number, r.merchant_id, r.mode, e.deployment_id, p.payer,
      e.block_number
    from (
      select e.* from chain_charges e ${withinRange(db, range)}
    ) e
    join merchant_registrations r
      on r.deployment_id = e.deployment_id and r.chain_merchant_id = e.chain_merchant_id
    cross join lateral (
      select payer from chain_subscriptions
      where deployment_id = e.deployment_id and onchain_id = e.onchain_id limit 1
    ) p
    order by e.block_number, e.log_index`;
  const known = await findKnown(db, found);
  return found.map(({ onchainId, period, number, ...charge }) => {
    const key = chargeKey({ onchainId, period, number });
    return { ...charge, key, id: known.get(key) ?? newId("transaction") };
  });
}

/** One that was booked before a part of the chain was lost keeps its transaction, and what a person decided of it. */
async function findKnown(db: Db, charges: readonly FoundCharge[]): Promise<Map<string, string>> {
  if (charges.length === 0) return new Map();
  const keys = charges.map((charge) => ({
    deploymentId: charge.deploymentId,
    key: chargeKey(charge),
  }));
  const rows = await db<{ id: string; key: string }[]>`
    select t.id, w.key
    from json_to_recordset(${asRows(keys)}::text::json) as w("deploymentId" text, key text)
    join transactions t
      on settlement_hash(t.deployment_id, coalesce(t.settlement_key, t.payment_id))
        = settlement_hash(w."deploymentId", hex_bytes(w.key))
      and t.deployment_id = w."deploymentId" and t.settlement_key = hex_bytes(w.key)`;
  return new Map(rows.map(({ id, key }) => [key, id]));
}
