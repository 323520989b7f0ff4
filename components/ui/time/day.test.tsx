import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { calendarDay } from "@/lib/core/time/calendar-day";
import { timeZoneNamed } from "@/lib/core/time/time-zone";
import { formatDay } from "@/lib/domain/mails/mail";
import { Day } from "./day";

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
});
const lateOn4th = "2026-12-04T19:00:00.000Z";

test.each(["UTC", "Pacific/Auckland", "America/Los_Angeles"])(
  "a reader in %s sees the day of the merchant's calendar",
  (reader) => {
    process.env.TZ = reader;
    const of = (timeZone: string) =>
      renderToStaticMarkup(<Day iso={lateOn4th} timeZone={timeZone} locale="en" />);
    expect(of("UTC")).toBe('<time dateTime="2026-12-04">December 4, 2026</time>');
    expect(of("Pacific/Auckland")).toBe('<time dateTime="2026-12-05">December 5, 2026</time>');
    expect(formatDay(lateOn4th, "Pacific/Auckland")).toBe("December 5, 2026");
    expect(formatDay(lateOn4th)).toBe("December 4, 2026");
  },
);

test("a day has four digits of its year, and a zone that is not known counts as UTC", () => {
  expect(calendarDay("0099-01-02T00:00:00Z", "UTC")).toBe("0099-01-02");
  expect(calendarDay(lateOn4th, "Mars/Olympus")).toBe("2026-12-04");
});

test("a time zone has one name, in each case of its letters", () => {
  expect(timeZoneNamed("europe/BERLIN")).toBe("Europe/Berlin");
  expect(timeZoneNamed("utc")).toBe("UTC");
  for (const none of ["+02:00", "-05", "Berlin", "", "Etc/Unknown", "x".repeat(200)]) {
    expect(timeZoneNamed(none), none).toBeNull();
  }
});

/** Where dates become words: days in one place, instants in few, each of which names its time zone. */
const writers = [
  "components/hosted/job/job-page.tsx",
  "components/site/demo/payment-card.tsx",
  "components/ui/time/local-time.tsx",
  "lib/core/time/calendar-day.ts",
  "lib/core/time/time-zone.ts",
  "lib/domain/mails/mail.ts",
];

test("no other source writes a date, so that none can take the reader's or the server's zone", () => {
  const found = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.generated\.ts$/.test(path))
      .filter((path) =>
        /DateTimeFormat\(|toLocale(?:Date|Time)String\(|toDateString\(/.test(
          readFileSync(path, "utf8"),
        ),
      ),
  );
  expect(found.sort()).toEqual(writers);
});
