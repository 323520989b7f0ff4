/** Too many wait: whoever asks has to come again. */
export class ImagesBusy extends Error {
  override readonly name = "ImagesBusy";
}

/** Each has up to 2 MB in hand while it waits. */
const MAX_WAITING = 8;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` once all that came before has ended: memory is taken for one picture at a time.
 * @throws ImagesBusy
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= MAX_WAITING) return Promise.reject(new ImagesBusy());
  waiting += 1;
  const turn = last.then(work).finally(() => {
    waiting -= 1;
  });
  last = turn.catch(() => {});
  return turn;
}
