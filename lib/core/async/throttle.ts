interface Pauses {
  /** After a run that succeeded, and after one that failed. */
  readonly pauseMs: number;
  readonly retryMs: number;
}

/**
 * Runs `work` when asked to: at once after a quiet moment, otherwise once, after the pause, for all who asked
 * meanwhile. Runs never overlap; one that failed is made again.
 */
export function throttle(work: () => Promise<unknown>, { pauseMs, retryMs }: Pauses) {
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
    const succeeded = await work().then(
      () => true,
      () => false,
    );
    running = null;
    if (stopped) return;
    wanted ||= !succeeded;
    timer = setTimeout(rest, succeeded ? pauseMs : retryMs);
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
