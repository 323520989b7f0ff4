import { expect, test } from "vitest";
import { defaultRecovery } from "@/lib/core/subscriptions/recovery";
import { planRecovery, triesUpTo } from "./plan-recovery";

const HOUR = 3_600_000;
const due = new Date("2026-03-01T00:00:00Z");
const after = (hours: number) => new Date(due.getTime() + hours * HOUR);
const daily = { endAt: null, intervalSeconds: 86_400n, pauses: [] } as const;
const fresh = {
  ...daily,
  status: "active",
  pastDueSince: null,
  graceEndsAt: null,
  failedPeriod: null,
  recoveryTries: 0,
} as const;
const inGrace = {
  ...daily,
  status: "past_due",
  pastDueSince: after(1),
  graceEndsAt: after(49),
  failedPeriod: 4,
  recoveryTries: 0,
} as const;
const failure = (hours: number, period = 4) => ({
  period,
  periodStart: after(24 * (period - 4)),
  at: after(hours),
});

test("the first failure begins the grace and is told", () => {
  expect(planRecovery(fresh, defaultRecovery, failure(1))).toMatchObject({
    grace: { since: after(1), until: after(49) },
    isNews: true,
    isTry: false,
    lapses: false,
    nextLook: after(17),
  });
});

test("an old grace does not count once the subscription has been charged", () => {
  const recovered = { ...fresh, pastDueSince: after(-100), graceEndsAt: after(-52) };
  expect(planRecovery(recovered, defaultRecovery, failure(1)).grace.since).toEqual(after(1));
});

test("what is found between two tries is told to nobody", () => {
  expect(planRecovery(inGrace, defaultRecovery, failure(5))).toMatchObject({
    isNews: false,
    isTry: false,
    nextLook: after(17),
    tries: 0,
  });
});

test("a planned try is one, once; then the next period is looked at before the next try", () => {
  const found = planRecovery(inGrace, defaultRecovery, failure(17));
  expect(found).toMatchObject({ isTry: true, tries: 1, nextLook: after(24) });
  const again = planRecovery({ ...inGrace, recoveryTries: 1 }, defaultRecovery, failure(17.5));
  expect(again).toMatchObject({ isTry: false, tries: 1 });
});

test("a further period's first failure is told, and the grace goes on", () => {
  const found = planRecovery({ ...inGrace, recoveryTries: 1 }, defaultRecovery, failure(24, 5));
  expect(found).toMatchObject({ isNews: true, isTry: false, grace: { until: after(49) } });
});

test("a pause moves the tries that were still ahead, and counts as none of the grace", () => {
  const pausedDays = 30;
  const later = (hours: number) => after(hours + 24 * pausedDays);
  const pauses = [{ pausedAt: after(11), resumedAt: later(11) }];
  const resumed = { ...inGrace, pauses, graceEndsAt: later(49), failedPeriod: 34 };
  const at = (hours: number) => ({ ...failure(24 * pausedDays + hours, 34), period: 34 });
  expect(planRecovery(resumed, defaultRecovery, at(11))).toMatchObject({
    isTry: false,
    tries: 0,
    nextLook: later(17),
  });
  expect(planRecovery(resumed, defaultRecovery, at(17))).toMatchObject({ isTry: true, tries: 1 });
  expect(triesUpTo(resumed, defaultRecovery, later(32))).toBe(1);
  expect(triesUpTo(resumed, defaultRecovery, later(33))).toBe(2);
  const second = { pausedAt: later(20), resumedAt: later(30) };
  const twice = { ...resumed, pauses: [...pauses, second], graceEndsAt: later(59) };
  expect(triesUpTo(twice, defaultRecovery, later(17))).toBe(1);
  expect(triesUpTo(twice, defaultRecovery, later(42))).toBe(1);
  expect(triesUpTo(twice, defaultRecovery, later(43))).toBe(2);
});

test("as the grace ends it lapses, with a last try", () => {
  const found = planRecovery({ ...inGrace, recoveryTries: 2 }, defaultRecovery, failure(49, 6));
  expect(found).toMatchObject({ isTry: true, lapses: true });
  const before = planRecovery({ ...inGrace, recoveryTries: 2 }, defaultRecovery, failure(48.9, 6));
  expect(before.lapses).toBe(false);
});
