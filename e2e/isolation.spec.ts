import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { signUpByApi } from "./own-account";
import { openAsOwner } from "./sign-in";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

const at = (path: string) => `${stack.baseUrl}/dashboard/${path}?mode=test`;

/** Everything that a page's scripts were sent by the API, as one text. */
function recordAnswers(page: Page): () => string {
  const texts: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("/v1/") || response.url().includes("/stream")) return;
    texts.push(await response.text().catch(() => ""));
  });
  return () => texts.join("\n");
}

test("two merchants in two windows see what happens to their own objects at once, and nothing of each other's", async ({
  page,
  browser,
}) => {
  const others = await browser.newContext();
  const other = await others.newPage();
  const email = `iso-${Date.now()}@example.com`;
  await signUpByApi(other, stack, { email, password: "correct horse battery staple" });
  const sent = recordAnswers(other);
  await openAsOwner(page, stack, "/dashboard/payments");
  await other.goto(at("payments"));
  await expect(other.getByText("No payments yet.")).toBeVisible();

  const session = await createSession(stack, { description: "Only Acme sees this" });
  await expect(page.getByRole("link", { name: "Only Acme sees this" })).toBeVisible();

  await other.goto(at("customers"));
  await other.getByRole("button", { name: "Add customer" }).first().click();
  const form = other.getByRole("dialog", { name: "Add customer" });
  await form.getByLabel("Wallet address").fill(privateKeyToAddress(generatePrivateKey()));
  await form.getByLabel("Name").fill("Only the other sees them");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("heading", { name: "Only the other sees them" })).toBeVisible();
  const foreign = new URL(other.url()).pathname;
  const own = (await merchantApi(stack).customers.list()).data.map(({ name }) => name);
  expect(own).not.toContain("Only the other sees them");

  // Each page of the other merchant, with whatever its stream has told by now.
  for (const path of [
    "payments",
    "transactions",
    "refunds",
    "invoices",
    "plans",
    "developers/events",
  ]) {
    await other.goto(at(path));
    await expect(other.getByText(/^No \w+( yet)?\./)).toBeVisible();
    await expect(other.getByText("Only Acme sees this")).toHaveCount(0);
  }
  expect(sent()).not.toContain(session.id);
  expect(sent()).not.toContain(stack.merchant.id);

  // What is not one's own is not there, whoever knows its address.
  expect((await other.goto(at(`payments/${session.id}`)))?.status()).toBe(404);
  await expect(other.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  expect((await page.goto(`${stack.baseUrl}${foreign}?mode=test`))?.status()).toBe(404);
  await others.close();
});
