/** Too many wait already, or the wait was too long: nothing was begun. */
export class TurnsTaken extends Error {
  override readonly name = "TurnsTaken";
}

interface Bounds {
  /** Pieces of one owner's work that run at once. */
  readonly running: number;
  /** Pieces of one owner's work that wait beside them, at most. */
  readonly waiting: number;
  /** The longest that one waits, in milliseconds. */
  readonly waitMs: number;
}

/** Runs `work` in its owner's turn. @throws TurnsTaken */
type InTurn = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

interface Owned {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Queues of work, one for each owner: what one asks for waits for its own work alone. An owner without work takes no
 * memory.
 */
export function boundedTurns({ running, waiting, waitMs }: Bounds): InTurn {
  const owners = new Map<string, Owned>();

  function leave(owner: string, owned: Owned): void {
    owned.running -= 1;
    const [next] = owned.waiting;
    if (next) next();
    else if (owned.running === 0) owners.delete(owner);
  }

  return async (owner, work) => {
    const owned = owners.get(owner) ?? { running: 0, waiting: new Set() };
    owners.set(owner, owned);
    if (owned.running < running) owned.running += 1;
    else if (owned.waiting.size < waiting) await turnOf(owned, waitMs);
    else throw new TurnsTaken();
    try {
      return await work();
    } finally {
      leave(owner, owned);
    }
  };
}

/** Settles when the turn has come, which counts as running from then on. @throws TurnsTaken */
function turnOf(owned: Owned, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      owned.waiting.delete(begin);
      owned.running += 1;
      resolve();
    };
    const timer = setTimeout(() => {
      owned.waiting.delete(begin);
      reject(new TurnsTaken());
    }, waitMs);
    owned.waiting.add(begin);
  });
}
