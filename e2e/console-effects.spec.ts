import { type Browser, expect, type Page, test } from "@playwright/test";
import { openAsAdmin } from "./admin-sign-in";
import { isInOrder } from "./in-looks";
import { noPointer, pressOn, refusePointers } from "./keys";
import { watchProblems } from "./own-account";
import { subscribedPlan } from "./plans";
import { openAsOwner } from "./sign-in";
import { merchantApi, type Stack, withDatabase } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop = async () => {};

// A stack of its own: here the clock is moved, and every merchant is written to.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack({ blockMs: 500 }));
});
test.afterAll(() => stop());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
/** By its whole name: “Allow …” is a part of “Disallow …”. */
const named = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const header = (page: Page) => page.locator("main header");
const DAY = 86_400_000;

/** Moves the clock, however many requests that takes; once it is there, what is left is waited for. */
async function advanceTo(to: Date): Promise<void> {
  for (let asked: { to: string } | { by: string } = { to: to.toISOString() }; ; ) {
    const { finished, target, now } = await merchantApi(stack).testClock.advance(asked, {
      timeoutMs: 60_000,
    });
    if (finished) return;
    asked = now < target ? { to: target } : { by: "1s" };
  }
}

/** Says why, and confirms; the registry follows. */
async function change(page: Page, action: "Suspend" | "Reactivate"): Promise<void> {
  await button(page, action).click();
  const dialog = page.getByRole("dialog", { name: `${action} merchant` });
  await dialog.getByLabel("Reason").fill("A test");
  await dialog.getByRole("button", { name: `${action} merchant` }).click();
  await expect(dialog).toHaveCount(0);
  await expect(header(page).getByText("On-chain: confirmed")).toBeVisible({ timeout: 90_000 });
}

async function openMerchant(page: Page): Promise<void> {
  await openAsAdmin(page, stack, "/admin/merchants");
  await page.goto(
    `${stack.baseUrl}/admin/merchants?q=${encodeURIComponent(stack.signIn?.email ?? "")}`,
  );
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(/\/admin\/merchants\/mer_/);
}

/** A window of another person. */
const windowOf = async (browser: Browser) => (await browser.newContext()).newPage();

test("a broadcast to all is typed out, and is in a merchant's bell once", async ({
  page,
  browser,
}) => {
  const problems = watchProblems(page);
  const owners = await windowOf(browser);
  await openAsOwner(owners, stack, "/dashboard");
  await openAsAdmin(page, stack, "/admin/broadcasts/new");
  await page.getByLabel("Title").fill("New terms");
  await page.getByLabel("Text", { exact: true }).fill("See https://status.example/terms.");
  await button(page, "Review and send").click();
  const dialog = page.getByRole("dialog", { name: "Send to all active merchants?" });
  await expect(dialog.getByText(/^Recipients: [1-9]\d*$/)).toBeVisible();
  const send = dialog.getByRole("button", { name: "Send broadcast" });
  for (const wrong of ["send to al", "Send to all!"]) {
    await dialog.getByLabel(/^Type “/).fill(wrong);
    await send.click();
    await expect(dialog.getByText("Type exactly “send to all”.")).toBeVisible();
  }
  await dialog.getByLabel(/^Type “/).fill("send to all");
  await send.click();
  await page.waitForURL(/\/admin\/broadcasts$/);
  const row = page.getByRole("row").filter({ hasText: "New terms" });
  await expect(row).toContainText(/([1-9]\d*) of \1 delivered/, { timeout: 90_000 });
  await isInOrder(page);

  await owners.reload();
  await button(owners, /^Notifications, \d+ unread/).click();
  const drawer = owners.getByRole("dialog", { name: "Notifications" });
  await expect(drawer.getByRole("listitem").filter({ hasText: "New terms" })).toHaveCount(1);
  await expect(drawer.getByRole("link", { name: "https://status.example/terms" })).toBeVisible();
  await isInOrder(owners);
  await owners.context().close();
  expect(problems).toEqual([]);
});

test("renewals of a suspended merchant wait without lapsing, and are charged after reactivation", async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const shoppers = await windowOf(browser);
  const { subscription } = await subscribedPlan(shoppers, stack);
  await shoppers.context().close();
  const read = () => merchantApi(stack).subscriptions.get({ id: subscription.id });
  const due = new Date((await read()).nextChargeAt ?? "");
  await openMerchant(page);
  await change(page, "Suspend");
  await expect(header(page)).toContainText("Suspended");

  // Longer than the grace of a charge that fails, and than the next period.
  await advanceTo(new Date(due.getTime() + 35 * DAY));
  expect(await read()).toMatchObject({ status: "active", chargesMade: 1, failureCode: null });
  const told = await withDatabase(
    stack,
    (sql) => sql<{ type: string }[]>`
      select type from events where resource_id = ${subscription.id} order by created_at, sequence`,
  );
  expect(told.map(({ type }) => type)).not.toContainEqual(
    expect.stringMatching(/failed|past_due|lapsed|cancelled/),
  );

  await page.reload();
  await change(page, "Reactivate");
  await advanceTo(new Date(due.getTime() + 35 * DAY + 2 * 3_600_000));
  await expect
    .poll(async () => (await read()).chargesMade, { timeout: 90_000 })
    .toBeGreaterThanOrEqual(2);
  expect(await read()).toMatchObject({ status: "active", failureCode: null });
});

test("the contracts are called by keys alone, and the focus comes back from each dialog", async ({
  page,
}) => {
  test.setTimeout(360_000);
  await openAsAdmin(page, stack, "/admin");
  await refusePointers(page);
  await page.reload();
  await expect(button(page, /^Account of/)).toBeEnabled();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1, name: "Contracts" })).toBeFocused();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  const dialog = page.getByRole("dialog");
  const place = `Test, chain ${stack.chainId}`;
  for (const name of ["USDC", "EURC"].map(
    (currency) => `Sweep ${currency} payment fees of ${place}`,
  )) {
    await pressOn(page, name);
    await expect(dialog.getByText(/^Loading/)).toHaveCount(0);
    await isInOrder(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button(page, name)).toBeFocused();
  }

  const ofTest = button(page, new RegExp(`^Disallow the keeper .* of ${place}$`));
  const keeper = (await ofTest.first().getAttribute("aria-label")) ?? "";
  await setKeeper(page, keeper, "Disallow keeper");
  const allow = keeper.replace("Disallow", "Allow");
  await expect(named(page, allow)).toBeVisible({ timeout: 120_000 });
  await setKeeper(page, allow, "Allow keeper");
  await expect(named(page, keeper)).toBeVisible({ timeout: 120_000 });
  await noPointer(page);
  await page.goto(`${stack.baseUrl}/admin/audit`);
  await expect(page.getByRole("row").filter({ hasText: "Rotated" })).toHaveCount(2);
});

/** Queues the call that a button is for: first without a reason, which is asked for. */
async function setKeeper(page: Page, name: string, action: string): Promise<void> {
  await pressOn(page, name);
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByLabel("Reason");
  await expect(reason).toBeFocused();
  await expect(dialog.getByRole("button", { name: action })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Say why, for the audit log.")).toBeVisible();
  await isInOrder(page);
  await expect(reason).toBeFocused();
  await page.keyboard.type("Rotated");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Call queued. The relay follows it to finality.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(named(page, name)).toBeFocused();
}
