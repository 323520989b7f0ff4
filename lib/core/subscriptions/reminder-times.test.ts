import fc from "fast-check";
import { expect, test } from "vitest";
import { payerReminders } from "@/lib/core/mails/mail-kinds";
import { dueLead, leadDaysOf, nextLook } from "./reminder-times";

const DAY_MS = 86_400_000;
const DAY = 86_400;
const at = (ms: number) => new Date(ms);

test("what comes round too often is not reminded of; a year is twice, and an end always", () => {
  const leads = (days: number) => payerReminders.map((kind) => leadDaysOf(kind, days * DAY));
  expect(leads(1)).toEqual([[], [], [14]]);
  expect(leads(6)).toEqual([[], [], [14]]);
  expect(leads(7)).toEqual([[], [3], [14]]);
  expect(leads(29)).toEqual([[], [3], [14]]);
  expect(leads(30)).toEqual([[3], [3], [14]]);
  expect(leads(364)).toEqual([[3], [3], [14]]);
  expect(leads(365)).toEqual([[30, 7], [3], [14]]);
});

/** Looks as a job does: whenever it is time, and some hours late. */
function remindersOf(leads: readonly number[], about: Date, enrolled: number, lates: number[]) {
  const told: { lead: number; at: number }[] = [];
  let look = nextLook(leads, about, at(enrolled));
  for (const late of lates) {
    const now = at(look.getTime() + late);
    const lead = dueLead(leads, about, now);
    if (lead !== null) told.push({ lead, at: now.getTime() });
    look = nextLook(leads, about, now);
    expect(look.getTime()).toBeGreaterThan(now.getTime());
  }
  return told;
}

test("each reminder comes once and before what it is about, however late the job looks", () => {
  const about = at(1_000 * DAY_MS);
  const late = fc.integer({ min: 0, max: 40 * DAY_MS });
  fc.assert(
    fc.property(
      fc.constantFrom([30, 7], [3], [14]),
      fc.integer({ min: 0, max: 60 * DAY_MS }),
      fc.array(late, { minLength: 3, maxLength: 6 }),
      (leads, before, lates) => {
        const enrolled = about.getTime() - before;
        const told = remindersOf(leads, about, enrolled, lates);
        const days = told.map(({ lead }) => lead);
        expect(new Set(days).size).toBe(days.length);
        for (const { lead, at: moment } of told) {
          expect(moment).toBeLessThan(about.getTime());
          expect(moment).toBeGreaterThanOrEqual(about.getTime() - lead * DAY_MS);
          expect(lead * DAY_MS).toBeLessThan(before);
        }
      },
    ),
  );
});

test("a job that is on time tells all that is ahead of the enrolment", () => {
  const about = at(1_000 * DAY_MS);
  const told = (daysBefore: number) =>
    remindersOf([30, 7], about, about.getTime() - daysBefore * DAY_MS, [0, 0, 0, 0]);
  expect(told(365).map(({ lead }) => lead)).toEqual([30, 7]);
  expect(told(20).map(({ lead }) => lead)).toEqual([7]);
  expect(told(5)).toEqual([]);
});
