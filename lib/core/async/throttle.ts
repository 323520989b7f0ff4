interface Pauses<Done> {
  /** After a run that succeeded, which may say how long by what it did. */
  readonly pauseMs: number | ((done: Done) => number);
  /** After one that failed. */
  readonly retryMs: number;
}

/**
 * Runs `work` when asked to: at once after a quiet moment, otherwise once, after the pause, for all who asked
 * meanwhile. Runs never overlap; one that failed is made again.
 */
export function throttle<Done>(work: () => Promise<Done>, { pauseMs, retryMs }: Pauses<Done>) {
  const pauseAfter = typeof pauseMs === "number" ? () => pauseMs : pauseMs;
  let wanted = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  function request(): void {
    wanted = true;
    if (!running && !timer && !stopped) running = run();
  }

  async function run(): Promise<void> {
    wanted = false;
    const ms = await work().then(pauseAfter, () => {
      wanted = true;
      return retryMs;
    });
    running = null;
    if (!stopped) timer = setTimeout(rest, ms);
  }

  function rest(): void {
    timer = undefined;
    if (wanted) request();
  }

  return {
    request,
    /** Begins no further run, and resolves when the one under way has ended. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
