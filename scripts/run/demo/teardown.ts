/** What has been started, to be stopped in the opposite order. */
export interface Teardown {
  add(stop: () => Promise<void>): void;
  /** Stops everything once, however often it is called; a part that fails does not keep the rest. */
  stop(): Promise<void>;
}

export function createTeardown(): Teardown {
  const parts: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async () => {
    const failures: unknown[] = [];
    for (const stop of parts.reverse()) {
      await stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "Not everything could be stopped");
  };
  return {
    add: (stop) => parts.push(stop),
    stop: () => {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
