import { expect, type Page, type Route, test } from "@playwright/test";
import { signUpByApi } from "./own-account";
import { openAsOwner } from "./sign-in";
import { createSession, sharedStack } from "./stack";

const stack = sharedStack();
const requestId = "req_0123456789abcdef0123456789abcdef";

/** An answer of the API that is no success. */
const refuse = (route: Route, status: number, code: string, reason: string) =>
  route.fulfill({
    status,
    contentType: "application/json",
    headers: { "x-request-id": requestId },
    body: JSON.stringify({
      error: { code, message: "It is not possible now.", requestId, details: { reason } },
    }),
  });

/** What is said of an error: words, code, the request's id to be copied, and where it is seen to. */
async function isTold(page: Page, { code, link }: { code: string; link: string }): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: link });
  await expect(alert).toContainText(/[A-Z].+\./);
  await expect(alert.getByRole("link", { name: link })).toBeVisible();
  // Who listens hears the sentence; code and request are beside it.
  await expect(alert).not.toContainText(code);
  await expect(alert).not.toContainText(requestId);
  const beside = alert.locator("..");
  await beside.getByText("Details", { exact: true }).click();
  await expect(beside.getByText(code)).toBeVisible();
  await expect(beside.getByText(requestId)).toBeVisible();
  await expect(beside.getByRole("button", { name: "Copy request ID" })).toBeVisible();
}

const at = (path: string) => `${stack.baseUrl}/dashboard/${path}?mode=test`;

test("whatever fails tells words, code, the request's id and where it is seen to", async ({
  page,
}) => {
  const { id } = await createSession(stack);
  await openAsOwner(page, stack, `/dashboard/payments/${id}`);
  await page.route(/\/cancel$/, (route) =>
    refuse(route, 403, "session_invalid_state", "merchant_suspended"),
  );
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Cancel the payment of 49\.00\sUSDC\?$/ });
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(dialog.getByLabel("Type “cancel” to confirm")).toBeFocused();
  await dialog.getByLabel("Type “cancel” to confirm").fill("cancel");
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await isTold(page, { code: "session_invalid_state", link: "Contact us" });
  // What was shown at once is taken back.
  await expect(page.locator("header").getByText("Open", { exact: true })).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.locator("header").getByText("Cancelled")).toBeVisible();

  await page.route(/\/v1\/refunds\?/, (route) => refuse(route, 500, "api_error", "internal_error"));
  await page.route(/\/v1\/payment-sessions\?/, (route) =>
    refuse(route, 500, "api_error", "internal_error"),
  );
  await page.goto(at("payments"));
  await page.getByRole("link", { name: "Paid", exact: true }).click();
  await isTold(page, { code: "api_error", link: "Check status" });
  await page.unrouteAll();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Check status" })).toBeHidden();
  // The list itself goes on being answered: a refusal of its own would be told beside that of the export.
  await page.route(/\/v1\/(?:refunds|payment-sessions|transactions)\?/, (route) =>
    route.request().headers().accept?.includes("text/csv")
      ? refuse(route, 500, "api_error", "internal_error")
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Export CSV" }).click();
  await isTold(page, { code: "api_error", link: "Check status" });
});

test("a switch changes at once and goes back where it is refused; a button keeps its words, and tells that it is busy after 200 ms", async ({
  page,
}) => {
  const email = `toggle-${Date.now()}@example.com`;
  await signUpByApi(page, stack, { email, password: "correct horse battery staple" });
  await page.goto(at("settings/notifications"));
  const held: Route[] = [];
  await page.route("**/v1/notifications/preferences", (route) => void held.push(route));
  const box = page.getByRole("checkbox", { name: "Bell: Payment received" });
  await box.uncheck();
  await expect(box).not.toBeChecked();
  await expect.poll(() => held.length).toBe(1);
  for (const route of held.splice(0)) {
    await refuse(route, 403, "permission_denied", "merchant_suspended");
  }
  await expect(box).toBeChecked();
  await isTold(page, { code: "permission_denied", link: "Contact us" });

  await page.route("**/v1/merchants/me", () => {});
  await page.goto(at("settings/business"));
  await page.getByLabel("Business name").fill("Slow answers");
  const save = page.getByRole("button", { name: "Save" }).first();
  await save.click();
  await expect(save).toHaveAttribute("aria-busy", "true");
  await expect(save).toHaveText("Save");
  const hidden = await save.locator("svg").evaluate((icon) => {
    const late = icon.getAnimations().find((each) => Reflect.get(each, "animationName") === "late");
    if (!late) return null;
    const opacityAt = (ms: number) => {
      late.currentTime = ms;
      return getComputedStyle(icon).opacity;
    };
    return [opacityAt(1), opacityAt(199), opacityAt(499)].map(Number);
  });
  expect(hidden?.slice(0, 2)).toEqual([0, 0]);
  expect(hidden?.[2]).toBeGreaterThan(0.9);
});

test("examples have the merchant's own address, in the language that they chose once", async ({
  page,
}) => {
  const email = `words-${Date.now()}@example.com`;
  await signUpByApi(page, stack, { email, password: "correct horse battery staple" });
  await page.goto(at("developers"));
  const example = page.getByRole("region", { name: "Create a payment" });
  await expect(example).toContainText(`curl ${stack.baseUrl}/v1/payment-sessions`);
  await example.getByText("Python", { exact: true }).click();
  await expect(example).toContainText("os.environ['STIPEND_API_KEY']");
  for (const path of ["transactions", "refunds", "subscriptions", "plans", "developers/events"]) {
    await page.goto(at(path));
    const code = page.getByRole("region", { name: "From code" });
    await expect(code).toContainText("import os, requests");
    await expect(code).toContainText(stack.baseUrl);
  }
});
