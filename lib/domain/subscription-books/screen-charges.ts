import type { Context, SystemActor } from "@/lib/domain/context";
import { screenPayers } from "@/lib/domain/payments/screen-payers";
import type { EventRange } from "./event-range";
import { type FinalCharge, findFinalCharges } from "./find-final-charges";

/** What screening says of a charge, and the id of its transaction. */
export interface ChargeVerdict {
  readonly transactionId: string;
  readonly isClear: boolean;
}

/** By settlement key. A charge that has none is held up: nobody has asked about its payer. */
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
