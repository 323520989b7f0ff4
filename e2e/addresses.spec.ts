import { expect, type Page, type Route, test } from "@playwright/test";
import { openAsOwner } from "./sign-in";
import { createSession, sharedStack } from "./stack";

const stack = sharedStack();
const tab = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("a tab is shown at once, and nothing more of the list before it is loaded while its own is awaited", async ({
  page,
}) => {
  const opened = Array.from({ length: 55 }, (_, index) =>
    createSession(stack, { amount: String(2_000_000 + index), description: `Tabbed ${index}` }),
  );
  await Promise.all(opened);
  await openAsOwner(page, stack, "/dashboard/payments");
  const more = page.getByRole("button", { name: "Load more" });
  await expect(more).toBeEnabled();
  const held: Route[] = [];
  const asked: string[] = [];
  await page.route(/\/v1\/payment-sessions\?/, (route) => {
    asked.push(route.request().url());
    held.push(route);
  });
  // In one turn of the page, as by a hand that is quicker than any answer.
  await page.evaluate(() => {
    const named = (selector: string, name: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find(
        ({ textContent }) => textContent?.trim() === name,
      );
    named("nav a", "Open")?.click();
    named("button", "Load more")?.click();
  });
  await expect(tab(page, "Open")).toHaveAttribute("aria-current", "page");
  await expect(more).toBeDisabled();
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => !url.includes("status=pending"))).toEqual([]);
  expect(asked.filter((url) => url.includes("cursor="))).toEqual([]);
  await Promise.all(held.map((route) => route.continue()));
  await page.unrouteAll();
  await expect(more).toBeEnabled();
  await more.click();
  await expect(page.getByRole("row", { name: /Tabbed 0 / })).toBeVisible();

  await tab(page, "Paid").click();
  await tab(page, "All").click();
  await page.goBack();
  await expect(tab(page, "Paid")).toHaveAttribute("aria-current", "page");
});

test("what lies over a page has an address: it is opened by a link and closed by Back", async ({
  page,
}) => {
  const session = await createSession(stack, { description: "Panelled" });
  await openAsOwner(page, stack, `/dashboard/payments/${session.id}`);
  const drawer = page.getByRole("dialog", { name: session.id });
  await page.getByRole("button", { name: "JSON" }).click();
  await expect(drawer).toBeVisible();
  expect(page.url()).toContain(`json=${session.id}`);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  expect(page.url()).not.toContain("json=");
  await page.goForward();
  await expect(drawer).toBeVisible();
  const link = page.url();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.goto(link);
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/payments\/ps_\w+\?mode=test$/);

  await page.goto(
    `${stack.baseUrl}/dashboard/developers/events?mode=test&resourceId=${session.id}`,
  );
  await page.getByRole("button", { name: "JSON of payment.created" }).click();
  await expect(page.getByRole("dialog", { name: "payment.created" })).toContainText(session.id);
  await expect(page).toHaveURL(/resourceId=ps_\w+&json=evt_/);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // An object is of one mode: the other one has its list.
  await page.goto(link);
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Mode" }).getByRole("link", { name: "Live" }).click();
  await expect(page).toHaveURL(/\/dashboard\/payments\?mode=live$/);
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();

  await page.goto(`${stack.baseUrl}/dashboard/developers/keys?mode=test`);
  await page
    .getByRole("button", { name: /^Requests with / })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: /^Requests with / })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("dialog", { name: /^Requests with / })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/developers\/keys\?mode=test$/);
});
