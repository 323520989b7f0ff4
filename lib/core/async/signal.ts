/** A wait that others can cut short. */
export interface Signal {
  raise(): void;
  /** Resolves after `ms`; at once when the signal was raised since the last wait, or as soon as it is. */
  wait(ms: number): Promise<void>;
  /** Whether it was raised since the last wait. */
  readonly raised: boolean;
}

/** A signal for one waiter. */
export function createSignal(): Signal {
  let raised = false;
  let wakeUp = () => {};
  return {
    get raised() {
      return raised;
    },
    raise() {
      raised = true;
      wakeUp();
    },
    async wait(ms) {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      raised = false;
    },
  };
}
