import { expect, test } from "vitest";
import { entryOf, listOf, navGroups } from "./nav-entries";

const entries = navGroups.flatMap((group) => group.entries);

test.each([
  ["/dashboard", "/dashboard"],
  ["/dashboard/payments/ps_1", "/dashboard/payments"],
  ["/dashboard/developers", "/dashboard/developers"],
  ["/dashboard/developers/webhooks/deliveries/whd_1", "/dashboard/developers/webhooks"],
  ["/dashboard/settings/security", "/dashboard/settings/security"],
  ["/dashboard/paymentsx", undefined],
  ["/onboarding", undefined],
])("%s belongs to %s and to no other entry", (path, entry) => {
  expect(entryOf(path)).toBe(entry);
});

test("no two pages have one key, and none is there twice", () => {
  const keys = entries.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
});

test("whoever changes mode or business on an object's page is led to its list", () => {
  expect(listOf("/dashboard/payments/ps_1")).toBe("/dashboard/payments");
  expect(listOf("/dashboard/plans/new")).toBe("/dashboard/plans");
  expect(listOf("/dashboard/settings/plan")).toBe("/dashboard/settings/plan");
  expect(listOf("/onboarding")).toBe("/onboarding");
});
