/**
 * Makes `work` run one at a time: calls during a run cause exactly one more run after it.
 * The promise settles when the queue of runs is empty.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  async function drain(): Promise<void> {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = undefined;
    }
  }
  return () => {
    if (running !== undefined) again = true;
    else running = drain();
    return running;
  };
}
