import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Locator, type Page, test } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What axe-core finds that keeps people from using the page. */
async function obstacles(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const results = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return results.violations
    .filter(({ impact }) => impact === "critical" || impact === "serious")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test("the reference's first Execute creates a session, and nobody is kept from it", async ({
  page,
}) => {
  const create = await openReference(page);
  expect(await obstacles(page)).toEqual([]);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("1rem Geist"))).toBe(true);
  await create.locator(".opblock-summary-control").click();
  await expect(create.getByRole("button", { name: "Execute" })).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().includes("/v1/"));
  await create.getByRole("button", { name: "Execute" }).click();
  const response = await answered;
  expect(response.status()).toBe(201);
  const { id } = (await response.json()) as { id: string };
  await expect(create.locator(".live-responses-table")).toContainText(id);
  expect(await obstacles(page)).toEqual([]);
  const session = await merchantApi(stack).paymentSessions.get({ id });
  expect(session).toMatchObject({ amount: "49000000", mode: "test" });
});

test.describe("dark", () => {
  test.use({ colorScheme: "dark" });

  test("what is opened to be executed can be read by everybody", async ({ page }) => {
    const create = await openReference(page);
    await create.locator(".opblock-summary-control").click();
    await expect(create.getByRole("button", { name: "Execute" })).toBeVisible();
    expect(await obstacles(page)).toEqual([]);
  });
});

/** The operation that stands first. */
async function openReference(page: Page): Promise<Locator> {
  await page.goto(`${stack.baseUrl}/docs`);
  const create = page.locator(".opblock").first();
  await expect(create).toContainText("/v1/payment-sessions");
  return create;
}
