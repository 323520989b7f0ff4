"use client";

import { useSyncExternalStore } from "react";
import { memoize } from "@/lib/core/memoize";

const shapes = {
  time: { hour: "numeric", minute: "2-digit", timeZoneName: "short" },
  short: { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
  second: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  },
  full: {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeShape = keyof typeof shapes;

const neverChanges = () => () => {};

/** What the browser says is its time zone, or UTC: some systems name one that Intl refuses (`Etc/Unknown`). */
export const readZone = memoize(() => {
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    Intl.DateTimeFormat("en", { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
});
const formatOf = memoize(
  (locale: string, shape: TimeShape, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { ...shapes[shape], timeZone }),
);

/** The reader's time zone; UTC until the page runs, since the server cannot know it. */
export function useTimeZone(): string {
  return useSyncExternalStore(neverChanges, readZone, () => "UTC");
}

/** An instant in words. @param iso ISO 8601 */
export function formatInstant(
  iso: string,
  shape: TimeShape,
  locale: string,
  timeZone: string,
): string {
  return formatOf(locale, shape, timeZone).format(new Date(iso));
}

/** An instant in the reader's own time zone, with the exact one in the markup. */
export function LocalTime(props: { iso: string; shape: TimeShape; locale: string }) {
  const { iso, shape, locale } = props;
  const timeZone = useTimeZone();
  return (
    <time
      dateTime={iso}
      title={formatInstant(iso, "full", locale, timeZone)}
      suppressHydrationWarning
    >
      {formatInstant(iso, shape, locale, timeZone)}
    </time>
  );
}
