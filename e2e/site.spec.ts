import { expect, test } from "@playwright/test";
import { isInOrder } from "./in-looks";
import { sharedStack } from "./stack";

const stack = sharedStack();

test("what anybody may read is in order on every screen, and leads from one page to the next", async ({
  page,
}) => {
  for (const path of ["/", "/pricing", "/status"]) {
    await page.goto(`${stack.baseUrl}${path}`);
    await isInOrder(page);
  }
  await page.getByRole("link", { name: "Guides", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Guides" })).toBeVisible();
  await isInOrder(page);
  await page.getByRole("link", { name: /^Quick start/ }).click();
  const titles = [
    "Quick start",
    "Webhooks",
    "Testing with the clock",
    "Subscriptions and dunning",
    "The agent",
    "Selling by a link or a shop",
    "Refunds",
    "Books",
    "Going live",
  ];
  for (const title of titles) {
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await isInOrder(page);
    const next = page.getByRole("main").getByText("Next:").getByRole("link");
    if ((await next.count()) > 0) await next.click();
  }
});

test("an unknown guide is not found, and files behind the guides are not served", async ({
  request,
}) => {
  for (const path of ["nothing", "..%2Foperations", "quick-start.md"]) {
    expect((await request.get(`${stack.baseUrl}/docs/guides/${path}`)).status(), path).toBe(404);
  }
});
