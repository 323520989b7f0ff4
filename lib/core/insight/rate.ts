const PLACES = 4;
const SCALE = 10n ** BigInt(PLACES);

/**
 * A part of a whole as a decimal with four places, rounded half up; null where the whole is nothing.
 * @example rateOf(2n, 3n) // "0.6667"
 */
export function rateOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const scaled = (2n * part * SCALE + whole) / (2n * whole);
  return `${scaled / SCALE}.${(scaled % SCALE).toString().padStart(PLACES, "0")}`;
}
