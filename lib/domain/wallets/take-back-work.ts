import type { TransactionSql } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";
import { reopenSlots } from "./nonces/reopen-slots";
import type { LostPaymentName, LostRange, TakenBackItems } from "./relay-task";

/** What was taken back of the relay's work. */
export interface TakenBack extends TakenBackItems {
  /** Nonce slots that are in flight again. */
  readonly slots: number;
}

/**
 * Takes the relay's work back to before a part of the chain was mined: nonces used up there are in
 * flight again, with their stored transactions, and each task decides for what they carry.
 * @param payments the transactions that were taken back
 */
export async function takeBackWork(
  { modules }: Pick<Context, "modules">,
  tx: TransactionSql,
  range: LostRange,
  payments: readonly LostPaymentName[],
): Promise<TakenBack> {
  // Only this transaction may take them out of a final state.
  await tx`
    select set_config('stipend.reopen_nonces', 'on', true),
      set_config('stipend.reopen_submissions', 'on', true)`;
  for (const { slots } of modules.relayTasks) await slots.lockLost(tx, payments);
  const reopened = await reopenSlots(tx, range);
  const taken: TakenBackItems[] = [];
  for (const { slots } of modules.relayTasks)
    taken.push(await slots.takeBack(tx, reopened, payments, range));
  return {
    slots: reopened.length,
    inFlight: taken.flatMap(({ inFlight }) => inFlight),
    queued: taken.flatMap(({ queued }) => queued),
    closed: taken.flatMap(({ closed }) => closed),
  };
}
