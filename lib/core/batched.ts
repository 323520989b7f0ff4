interface Limits {
  /** Groups that run at once. */
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
 * Groups the calls that come while earlier ones are under way, so that the busier it gets the fewer
 * times `run` is called per call. Nobody waits for a group to fill: a call runs at once when a lane
 * is free, and otherwise as soon as one is.
 * @param run answers each input, in their order
 */
export function batched<Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  { lanes, size, isOnesFault = () => false }: Limits,
): (input: Input) => Promise<Output> {
  const waiting: Call<Input, Output>[] = [];
  let running = 0;

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
    while (waiting.length > 0) await runGroup(waiting.splice(0, size));
    running -= 1;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (running < lanes) void drain();
    });
}
