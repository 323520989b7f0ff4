import { expect, test } from "vitest";
import { returnPath } from "./return-path";

test("a path of the dashboard, of the console or of the start is returned to, with its query", () => {
  for (const path of [
    "/dashboard",
    "/dashboard/settings/security?mode=test&business=mer_1#sessions",
    "/onboarding",
    "/admin",
    "/admin/merchants/mer_1?status=active",
  ]) {
    expect(returnPath(path)).toBe(path);
  }
});

test("what leads elsewhere leads to the dashboard's first page", () => {
  for (const path of [
    "https://evil.example/dashboard",
    "//evil.example/dashboard",
    "///evil.example/dashboard",
    "/\\evil.example/dashboard",
    "/\t/evil.example/dashboard",
    "/\n/evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/dashboard/../api/identity/logout",
    "/dashboard/%2e%2e/login",
    "/dashboardevil",
    "/administrator",
    "/dashboard@evil.example",
    "//dashboard",
    "/v1/merchants/me",
    "dashboard",
    "http://",
    "",
    null,
    undefined,
  ]) {
    expect(returnPath(path)).toBe("/dashboard");
  }
});
