import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { createDb } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { readCsv } from "@/testing/api/read-csv";
import { fillLists } from "@/testing/lists/list-rows";
import { isInOrder } from "./in-looks";
import { watchProblems } from "./own-account";
import { openAsOwner } from "./sign-in";
import type { Stack } from "./stack";
import { startStack } from "./start-stack";

/** Six in ten are the merchant's in test mode, and nearly all of the oldest. */
const ROWS = 16_000;

let stack: Stack;
let stop = async () => {};
/** The merchant's payments of test mode. */
let payments = 0;

// A stack of its own: nothing else has room beside so much.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack());
  const { id: big } = stack.merchant;
  const db = createDb(stack.databaseUrl, { max: 2, work: "maintenance" });
  const own = await db<{ id: string }[]>`
    select id from api_keys union all select id from webhook_endpoints`;
  const [deployment] = await db<{ id: string }[]>`
    select deployment_id as id from merchant_registrations where merchant_id = ${big} and mode = 'test'`;
  await fillLists(db, {
    rows: ROWS,
    big,
    other: newId("merchant"),
    deploymentId: deployment?.id ?? "",
  });
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // A merchant has thousands of objects and a handful of these.
    for (const table of ["api_keys", "webhook_endpoints"]) {
      await tx`delete from ${tx(table)} where not id = any (${own.map(({ id }) => id)})`;
    }
  });
  const [counted] = await db<{ count: number }[]>`
    select count(*)::int as count from payment_sessions where merchant_id = ${big} and mode = 'test'`;
  payments = counted?.count ?? 0;
  await db.end();
});
test.afterAll(() => stop());

const links = (page: Page) => page.getByRole("table").getByRole("link");

test("with ten thousand of everything each list begins with its newest, goes on, and opens what is asked for", async ({
  page,
}) => {
  test.setTimeout(360_000);
  expect(payments).toBeGreaterThan(10_000);
  const problems = watchProblems(page);
  await openAsOwner(page, stack, "/dashboard");
  await expect(page.getByRole("region", { name: "Volume" })).toBeVisible();
  await isInOrder(page);
  const lists = ["payments", "transactions", "refunds", "customers", "invoices", "plans"];
  for (const path of [...lists, "subscriptions", "developers/events"]) {
    await page.goto(`${stack.baseUrl}/dashboard/${path}?mode=test`);
    const rows = page.getByRole("row");
    await expect(rows, path).toHaveCount(51);
    for (const count of [101, 151]) {
      await page.getByRole("button", { name: "Load more" }).click();
      await expect(rows, path).toHaveCount(count);
    }
    await expect(page.getByText(/^150 \D+ shown$/)).toBeVisible();
    if (path === "developers/events") continue;
    await links(page).nth(120).focus();
    await page.keyboard.press("j");
    await expect(links(page).nth(121)).toBeFocused();
    const opened = await links(page).nth(121).getAttribute("href");
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname === opened?.split("?")[0]);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(rows, `${path}, back`).toHaveCount(151);
    await expect(links(page).nth(121)).toBeInViewport();
  }
  expect(problems).toEqual([]);
});

test("ten thousand payments are stored as a file, each once, and one of them is found", async ({
  page,
}) => {
  await openAsOwner(page, stack, "/dashboard/payments");
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("e");
  // After the byte order mark, by which spreadsheets read it as UTF-8.
  const { rows } = readCsv(readFileSync(await (await downloading).path(), "utf8").slice(1));
  expect(rows).toHaveLength(payments);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(payments);
  const oldest = rows.at(-1)?.id ?? "";
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await palette.getByRole("combobox").fill(oldest);
  await expect(palette.getByRole("option", { selected: true })).toContainText(/7\.00\sUSDC/);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/dashboard/payments/${oldest}\\?mode=test$`));
  await expect(page.getByRole("heading", { level: 1, name: /\b7\.00\sUSDC$/ })).toBeVisible();
});
