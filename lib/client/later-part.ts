/** Code that comes after the page's first code. */
export interface LaterPart<T> {
  /** The code; null until it is loaded. */
  readonly loaded: T | null;
  /** Loads the code once. Gives null where it does not come; the next call asks for it again. */
  load(): Promise<T | null>;
}

/**
 * A part of a page whose code is loaded later.
 * @param fetchPart imports its module
 */
export function laterPart<T>(fetchPart: () => Promise<T>): LaterPart<T> {
  let loaded: T | null = null;
  let loading: Promise<T | null> | null = null;
  const ask = async () => {
    try {
      loaded = await fetchPart();
    } catch {
      loading = null;
    }
    return loaded;
  };
  return {
    get loaded() {
      return loaded;
    },
    load: () => {
      loading ??= ask();
      return loading;
    },
  };
}

const AGAIN_MS = 3_000;

/**
 * Begins a part's work once its code is there. Code that does not come is asked for every three seconds.
 * @param onLink is given false when the code did not come
 * @param begin gives what ends the work
 * @returns ends it, or the waiting for it
 */
export function whileLoaded<T>(
  part: LaterPart<T>,
  onLink: (live: boolean) => void,
  begin: (code: T) => () => void,
): () => void {
  let stop: (() => void) | null = () => {};
  const ask = async () => {
    const code = await part.load();
    if (stop === null) return;
    if (code !== null) {
      stop = begin(code);
      return;
    }
    onLink(false);
    const timer = setTimeout(ask, AGAIN_MS);
    stop = () => clearTimeout(timer);
  };
  void ask();
  return () => {
    stop?.();
    stop = null;
  };
}
