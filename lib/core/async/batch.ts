/**
 * How long the first that waits waits for a free lane before a further one opens. A group on a database that
 * is well takes less: one after the other they are larger and cost less, and only one that hangs is passed.
 */
const FURTHER_LANE_MS = 20;

interface Limits {
  /** Groups that run at once, at most. */
  lanes: number;
  /** Calls in one group. */
  size: number;
  /** Whether a group's failure may be one input's fault and nothing was done: each is run alone then. */
  isOnesFault?: (error: unknown) => boolean;
}

interface Call<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Groups calls that arrive while earlier ones are under way: the higher the load, the fewer calls of `run`. A call
 * never waits for a group to fill. It runs at once when nothing is under way, and otherwise as soon as a group ends, a
 * whole group waits, or 20 ms have passed.
 * @param run answers each input, in their order
 */
export function batch<Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  { lanes, size, isOnesFault = () => false }: Limits,
): (input: Input) => Promise<Output> {
  const waiting: Call<Input, Output>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  async function runGroup(calls: Call<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(calls.map(({ input }) => input));
      calls.forEach(({ resolve }, at) => {
        resolve(outputs[at] as Output);
      });
    } catch (error) {
      if (calls.length > 1 && isOnesFault(error)) {
        for (const call of calls) await runGroup([call]);
      } else {
        for (const { reject } of calls) reject(error);
      }
    }
  }

  async function drain(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      clearTimeout(timer);
      timer = undefined;
      await runGroup(waiting.splice(0, size));
    }
    running -= 1;
  }

  function openLane(): void {
    clearTimeout(timer);
    timer = undefined;
    if (running < lanes && waiting.length > 0) void drain();
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (running === 0 || waiting.length >= size) openLane();
      else timer ??= setTimeout(openLane, FURTHER_LANE_MS);
    });
}
