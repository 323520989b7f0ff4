import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { isInOrder } from "./in-looks";
import { payPage } from "./pay-page";
import { type Person, signUp } from "./sign-in";
import { sharedStack } from "./stack";

const stack = sharedStack();

const person = (name: string): Person => ({
  email: `${name}-${Date.now()}@example.com`,
  password: "correct horse battery staple",
});

/** Stores a text that is shown once, as the dialog wants to be told. */
async function storeSecret(page: Page, dialog: string, what: string): Promise<void> {
  const shown = page.getByRole("dialog", { name: dialog });
  await shown.getByLabel(`I have stored the ${what}`).check();
  await shown.getByRole("button", { name: "Done" }).click();
}

/** What somebody takes to read a step and to do it, beside what the pages take. */
const SECONDS_A_STEP = 10;

/** The minutes of somebody who does one thing after the other. */
function startClock() {
  const startedAt = Date.now();
  let steps = 0;
  return {
    does: (count: number) => {
      steps += count;
    },
    minutes: () => (Date.now() - startedAt + steps * SECONDS_A_STEP * 1_000) / 60_000,
  };
}

/** Chooses a wallet for test mode, makes a payment by a button and pays it in another window. */
async function takeSample(page: Page): Promise<void> {
  await page.getByLabel("Wallet address").fill(stack.contracts.registry);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Money sent to this address is lost.")).toBeVisible();
  await page.getByRole("button", { name: "Use a test wallet" }).click();
  const sample = page.getByRole("button", { name: "Create sample payment" });
  await expect(sample).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/sk_test_/).first()).toBeVisible();
  await sample.click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the payment page" }).click();
  const pay = payPage(await opened);
  await pay.choose("Test wallet");
  await pay.signAndPay();
}

/** Tells about the business, as the guide leads there and back. */
async function tellOfBusiness(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Business details" }).click();
  await page.getByLabel("Business name").fill("Eve's Espresso");
  await page.getByLabel("What do you sell?").fill("Coffee");
  await page.getByLabel("Country").selectOption("Spain");
  const wallet = privateKeyToAddress(generatePrivateKey());
  await page.getByLabel("Wallet address").fill(wallet);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL(/\/dashboard\/settings\/live\?mode=test$/);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByText("5 of 6")).toBeVisible();
}

async function turnOnSecondFactor(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  const secret = await dialog.locator("code").innerText();
  await dialog.getByLabel("Authenticator code").fill(totpCode(secret, totpStep(Date.now())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  await codes.getByLabel("I have stored them in a safe place").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByText("6 of 6")).toBeVisible();
}

test("the first ten minutes: a key, a payment without a wallet of one's own, its webhook in the inspector, the business, a second factor, live", async ({
  page,
}) => {
  const clock = startClock();
  await signUp(page, stack, person("eve"));
  clock.does(5);
  await page.getByRole("button", { name: "Create test key" }).click();
  await storeSecret(page, "Your new key “First test key”", "key");
  await expect(page.getByText("Choose one for test mode first.")).toBeVisible();
  clock.does(3);
  expect(clock.minutes()).toBeLessThan(3);
  await isInOrder(page);
  await takeSample(page);
  clock.does(6);
  expect(clock.minutes()).toBeLessThan(6);
  await page.getByRole("button", { name: "Use the inspector" }).click({ timeout: 60_000 });
  await storeSecret(page, "The endpoint's signing secret", "secret");
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("4 of 6")).toBeVisible({ timeout: 60_000 });
  clock.does(4);
  await isInOrder(page);
  await page.getByRole("link", { name: "Open the inspector" }).click();
  const webhook = page.getByRole("article").filter({ hasText: "webhook.test" });
  await expect(webhook).toContainText("Signature valid");
  await webhook.getByText("Headers and body").click();
  await expect(webhook.getByText("webhook-signature")).toBeVisible();
  clock.does(2);
  expect(clock.minutes()).toBeLessThan(8);
  await isInOrder(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await tellOfBusiness(page);
  clock.does(8);
  await turnOnSecondFactor(page);
  clock.does(6);
  await page.getByRole("link", { name: "Go live" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Go live" })).toBeVisible();
  expect(clock.minutes()).toBeLessThan(10);
});

test("an endpoint that fails is found from Home, fixed, and sent what it missed", async ({
  page,
}) => {
  await signUp(page, stack, person("flora"));
  await page.goto(`${stack.baseUrl}/dashboard/developers/inspector?mode=test`);
  await page.getByRole("button", { name: "Use the inspector" }).click();
  await storeSecret(page, "The endpoint's signing secret", "secret");
  const address = await page.getByText(/\/api\/webhook-inspector\/wi_/).innerText();
  const webhooks = `${stack.baseUrl}/dashboard/developers/webhooks?mode=test`;
  await page.goto(webhooks);
  await page.getByRole("button", { name: "Create endpoint" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a test endpoint" });
  // Nothing listens there.
  await form.getByLabel("URL").fill("http://127.0.0.1:9/hook");
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await storeSecret(page, "The endpoint's signing secret", "secret");
  await page.getByRole("link", { name: "http://127.0.0.1:9/hook" }).click();
  // Above the list, and where it is empty.
  await page.getByRole("button", { name: "Send test event" }).first().click();
  const failed = page.getByRole("row").filter({ hasText: "Failed" });
  await expect(failed.first()).toBeVisible({ timeout: 60_000 });
  await isInOrder(page);
  await page.goto(`${stack.baseUrl}/dashboard?mode=test`);
  await page.getByRole("link", { name: "A webhook endpoint is failing or was disabled" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit endpoint" });
  await edit.getByLabel("URL").fill(address);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: address })).toBeVisible();
  await page.getByRole("button", { name: "Replay a range" }).click();
  await page.getByRole("button", { name: "Start replay" }).click();
  await expect(page.getByText("1 of 1 sent", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Delete" }).click();
  const asked = page.getByRole("dialog", { name: `Delete ${address}?` });
  await isInOrder(page);
  await asked.getByLabel("Type “delete” to confirm").fill("delete");
  await asked.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByText("Endpoint deleted.")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/developers\/webhooks\?mode=test$/);
  // The inspector's own has the same address.
  await expect(page.getByRole("link", { name: address })).toHaveCount(1);
});
