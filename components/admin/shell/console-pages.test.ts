import { expect, test } from "vitest";
import type { adminRoles } from "@/lib/core/identity/admin-roles";
import { consoleEntryOf, pagesOf } from "./console-pages";

const pathsOf = (role: (typeof adminRoles)[number]) =>
  pagesOf(role).flatMap(({ entries }) => entries.map(({ path }) => path));

test("each role is led to the pages that it may read, and to no others", () => {
  expect(pathsOf("read_only")).not.toContain("/admin/audit");
  expect(pathsOf("read_only")).not.toContain("/admin/admins");
  expect(pathsOf("read_only")).toContain("/admin/merchants");
  for (const path of ["/admin/holds", "/admin/mail", "/admin/contact"]) {
    expect(pathsOf("read_only")).not.toContain(path);
    expect(pathsOf("admin")).toContain(path);
  }
  expect(pathsOf("read_only")).toEqual(
    expect.arrayContaining(["/admin/relay", "/admin/contracts"]),
  );
  expect(pathsOf("admin")).toEqual(expect.arrayContaining(["/admin/audit", "/admin/admins"]));
  expect(pagesOf("read_only").every(({ entries }) => entries.length > 0)).toBe(true);
});

test("no two pages have one key, and none is there twice", () => {
  const entries = pagesOf("super_admin").flatMap((group) => group.entries);
  const keys = entries.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
});

test.each([
  ["/admin", "/admin"],
  ["/admin/merchants/mer_1", "/admin/merchants"],
  ["/admin/broadcasts/new", "/admin/broadcasts"],
  ["/admin/unknown", undefined],
])("%s belongs to %s", (path, entry) => {
  expect(consoleEntryOf(path)).toBe(entry);
});
