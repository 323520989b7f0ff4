/** Too many wait: the caller has to ask again. */
export class ImagesBusy extends Error {
  override readonly name = "ImagesBusy";
}

/** Runs `work` once all that came before has ended. @throws ImagesBusy */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A queue in which one piece of work is done at a time: memory is taken for one picture.
 * @param mostWaiting how many may be in it at once; what comes beyond is refused
 */
export function createTurns(mostWaiting: number): InTurn {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    if (waiting >= mostWaiting) return Promise.reject(new ImagesBusy());
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => {});
    return turn;
  };
}
