import { setImmediate as nextTurn } from "node:timers/promises";

/** What pieces of work come to, in their order. */
type Results<Works extends readonly (() => unknown)[]> = {
  -readonly [At in keyof Works]: Awaited<ReturnType<Works[At]>>;
};

/**
 * Does several things on one transaction without waiting for the answers between them: one round trip, where
 * each awaited by itself takes one of its own. They share a connection, so that the server executes the first
 * statement of each in the order given, and each sees what those before it did. Returns when all have ended,
 * so that no statement falls outside the transaction.
 * @param works each sends its first statement at once, before it awaits anything else
 * @throws what the first of them in the order threw: to the others, the server only says that the
 * transaction has failed
 * @example
 * const [, [row]] = await pipelined([
 *   () => lockPayer(tx, chainId, payer),
 *   () => tx<Row[]>`insert into t (id) values (${id}) returning *`,
 * ]);
 */
export async function pipelined<const Works extends readonly (() => unknown)[]>(
  works: Works,
): Promise<Results<Works>> {
  // A statement is sent once it is awaited: the promises are made here, one after the other.
  const begun = works.map((work) => new Promise((resolve) => resolve(work())));
  const results = await Promise.allSettled(begun);
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }) as Results<Works>;
}

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
