/** Something to wait for that others can cut short. */
export interface Bell {
  ring(): void;
  /** Resolves after `ms`, or at once if the bell rang since the last wait, or as soon as it does. */
  wait(ms: number): Promise<void>;
  /** Whether it rang since the last wait. */
  readonly rang: boolean;
}

/** A bell for one waiter. */
export function createBell(): Bell {
  let rang = false;
  let wakeUp = () => {};
  return {
    get rang() {
      return rang;
    },
    ring() {
      rang = true;
      wakeUp();
    },
    async wait(ms) {
      if (!rang) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rang = false;
    },
  };
}
