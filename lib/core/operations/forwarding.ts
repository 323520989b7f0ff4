declare global {
  // Every bundle in the process notes it, and any of them is asked.
  var stipendForwardingDoubtAt: number | undefined;
}

/** Notes that a trusted proxy named a client in a form that is not understood. Such clients are counted as one: the proxy. */
export function noteForwardingDoubt(): void {
  globalThis.stipendForwardingDoubtAt = Date.now();
}

/** Whether one was noted within so many milliseconds. */
export const isForwardingDoubted = (ms: number): boolean =>
  Date.now() - (globalThis.stipendForwardingDoubtAt ?? Number.NEGATIVE_INFINITY) < ms;
