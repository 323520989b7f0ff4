import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { ActingProvider } from "./acting-context";
import { BusinessGuard } from "./business-guard";
import { needsNoBusiness } from "./dashboard-frame";
import { navPages } from "./nav-entries";

const acting = { mode: "test", status: "active", origin: "" } as const;

const shown = (businessId: string | null, merchantId: string | null = "mer_1") =>
  renderToString(
    <ActingProvider acting={{ ...acting, merchantId }} elsewhere={null}>
      <BusinessGuard businessId={businessId}>
        <p>Its profile</p>
      </BusinessGuard>
    </ActingProvider>,
  );

test("a page is shown within the shell of its own business alone", () => {
  expect(shown("mer_1")).toContain("Its profile");
  for (const other of ["mer_2", null]) {
    expect(shown(other)).not.toContain("Its profile");
    expect(shown(other)).toContain("Loading business");
  }
});

test("a person without a business is shown the pages of their account, and no others", () => {
  expect(shown(null, null)).toContain("Its profile");
  const open = navPages.map(({ path }) => path).filter(needsNoBusiness);
  expect(open).toEqual(["/dashboard/settings/security"]);
});

test("every page of the dashboard that shows something is guarded", () => {
  const folder = join(projectRoot, "app/dashboard");
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => basename(file) === "page.tsx",
  );
  const bare = pages.filter((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return text.includes("return (") && !text.includes("<BusinessPage");
  });
  expect(pages.length).toBeGreaterThan(40);
  expect(bare).toEqual([]);
});
