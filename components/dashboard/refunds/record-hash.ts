import { problemOf } from "@/components/account/problem-of";
import type { SendAction } from "./send-reducer";
import { openTransfer, sentHash } from "./sent-hash";

export const UNCERTAIN =
  "The wallet didn't confirm the last try. Check your wallet's activity before you send again: a second transfer would pay twice.";

interface Recording {
  /** The refund's. */
  readonly id: string;
  /** How many the refund takes. */
  readonly steps: number;
  /** Tells the API the hash. */
  store(hash: string): Promise<unknown>;
  tell(action: SendAction): void;
}

/**
 * Records the hash of what was sent for a refund. It is kept until the API knows it, and only the recording is repeated.
 * A hash that the API refuses, e.g. another refund's, is forgotten, so that the right one can be given; a transfer that
 * the wallet may have sent stays in doubt then.
 */
export async function recordHash(hash: string, recording: Recording): Promise<void> {
  const { id, steps, store, tell } = recording;
  sentHash.keep(id, hash);
  tell({ type: "sent", hash, steps });
  try {
    await store(hash);
  } catch (error) {
    const { param, text } = problemOf(error);
    if (param !== "refundTxHash") return tell({ type: "problem", text });
    sentHash.forget(id);
    tell({ type: "refused", hash, text });
    if (openTransfer.read(id)) tell({ type: "uncertain", text: UNCERTAIN });
    return;
  }
  sentHash.forget(id);
  openTransfer.forget(id);
  tell({ type: "recorded" });
}
