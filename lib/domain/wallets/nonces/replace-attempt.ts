import { type Db, transaction } from "@/db/client";
import { callOf, type Relayer } from "@/lib/adapters/chain/calls/relayer";
import type { Fees } from "./fees";
import type { OpenSlot } from "./find-open-slots";
import { noopCall } from "./noop-call";
import { insertAttempt, type StoredAttempt } from "./sign-call";

/**
 * Signs another transaction for a slot: the same call for more, or one that does nothing and only uses
 * the nonce up. Either may be mined, and either is safe. Stored before it is sent.
 * @returns null when the slot is not open any more, or another process was faster
 */
export async function replaceAttempt(
  db: Db,
  relayer: Relayer,
  slot: OpenSlot,
  { kind, fees }: { kind: "payload" | "noop"; fees: Fees },
): Promise<StoredAttempt | null> {
  const call = kind === "payload" ? payloadOf(slot) : noopCall(relayer);
  const { chainId, nonce, id: batchId } = slot;
  const signed = await relayer.sign({ chainId, nonce, ...call, ...fees });
  return transaction(db, async (tx) => {
    const open = await tx`
      select from relay_batches
      where id = ${batchId} and state in ('signed', 'in_flight') for no key update`;
    const [known] = await tx<{ attempts: number }[]>`
      select count(*)::int as attempts from relay_attempts
      where batch_id = ${batchId} and raw is not null`;
    if (open.length === 0 || known?.attempts !== slot.attempts.length) return null;
    await insertAttempt(tx, { batchId, kind, signed, fees });
    return { ...signed, batchId };
  });
}

/** The slot's call, as its first transaction makes it. */
function payloadOf({ id, callTo, gasLimit, attempts }: OpenSlot) {
  const first = attempts.find(({ kind }) => kind === "payload");
  if (!first) throw new Error(`The slot ${id} has no transaction with a call`);
  return { to: callTo, ...callOf(first.raw), gas: gasLimit };
}
