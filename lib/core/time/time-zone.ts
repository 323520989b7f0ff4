import { memoize } from "@/lib/core/memoize";

/** Of merchants that have chosen none. */
export const defaultTimeZone = "UTC";

/**
 * A time zone of the IANA database under its proper name; null for a text that names none. Offsets are none: they have
 * no summer time.
 * @example timeZoneNamed("europe/berlin") // "Europe/Berlin"
 */
export const timeZoneNamed = memoize((text: string): string | null => {
  if (!/^[A-Za-z][A-Za-z0-9/_+-]{1,63}$/.test(text)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
});
