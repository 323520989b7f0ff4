import { expect, test, vi } from "vitest";
import { formatInstant } from "./local-time";

const NOON = "2026-04-27T12:00:00.000Z";

test("an instant is written in each language, shape and zone, in whatever order they are asked for", () => {
  const asked = [
    ["second", "en", "UTC", "Apr 27, 2026, 12:00:00 PM UTC"],
    ["second", "en", "Europe/Madrid", "Apr 27, 2026, 2:00:00 PM GMT+2"],
    ["second", "de", "UTC", "27. Apr. 2026, 12:00:00 UTC"],
    ["full", "en", "UTC", "April 27, 2026 at 12:00 PM UTC"],
  ] as const;
  for (const round of [asked, asked.toReversed()]) {
    for (const [shape, locale, zone, text] of round) {
      const written = formatInstant(NOON, shape, locale, zone).replaceAll("\u202f", " ");
      expect(written).toBe(text);
    }
  }
});

test.each(["Etc/Unknown", "", "Mars/Olympus"])(
  "a zone that Intl refuses (%j) is UTC",
  async (timeZone) => {
    vi.resetModules();
    const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
    resolved.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
    const { readZone } = await import("./local-time");
    expect(readZone()).toBe("UTC");
    resolved.mockRestore();
  },
);
