/** More than there are of anything that is kept: beyond it all are made anew, whatever callers ask for. */
const MOST = 200;

/** Keeps what takes long to make, by its names: a format of `Intl` takes as long as hundreds of uses. */
export function keep<Names extends readonly (string | number)[], Made>(
  make: (...names: Names) => Made,
): (...names: Names) => Made {
  const kept = new Map<string, Made>();
  return (...names) => {
    const key = names.join();
    if (kept.size >= MOST) kept.clear();
    if (!kept.has(key)) kept.set(key, make(...names));
    return kept.get(key) as Made;
  };
}
