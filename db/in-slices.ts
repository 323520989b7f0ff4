import { setImmediate as nextTurn } from "node:timers/promises";
import { pipelined } from "./pipelined";

/** Rows that are prepared at a time: few enough that the database has work soon, and for long enough. */
const SLICE = 250;

/**
 * Works on rows a slice at a time, without waiting for the answers: the next slice is prepared while the
 * database works on the one before. The statements of one connection keep their order. Everything has
 * ended when it returns or throws, so that no statement falls outside the caller's transaction.
 */
export async function inSlices<Row>(
  rows: readonly Row[],
  work: (slice: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const under: Promise<unknown>[] = [];
  for (let at = 0; at < rows.length; at += SLICE) {
    const one = work(rows.slice(at, at + SLICE));
    one.catch(() => {});
    under.push(one);
    await nextTurn();
  }
  await pipelined(under.map((one) => () => one));
}
