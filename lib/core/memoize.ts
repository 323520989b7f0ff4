/** More values than any use needs. At this size the map is cleared, so that callers cannot make it grow without end. */
const MOST = 200;

/** Keeps what takes long to make, by its arguments: a format of `Intl` takes as long as hundreds of uses. */
export function memoize<Args extends readonly (string | number)[], Made>(
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const kept = new Map<string, Made>();
  return (...args) => {
    const key = args.join();
    if (kept.size >= MOST) kept.clear();
    if (!kept.has(key)) kept.set(key, make(...args));
    return kept.get(key) as Made;
  };
}
