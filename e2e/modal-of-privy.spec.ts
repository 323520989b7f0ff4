import { expect, type Page, test } from "@playwright/test";
import { watchProblems } from "./own-account";
import { type PrivyApp, startPrivyApp } from "./privy-app";
import { sharedStack } from "./stack";

/* Runs in the copy that `npm run test:privy-modal` makes: there Privy's own modal is in place of our form. */

if (process.env.PRIVY_MODAL === "1") testModal();

function testModal(): void {
  const stack = sharedStack();
  let app: PrivyApp;
  test.beforeAll(async () => {
    app = await startPrivyApp(stack);
  });
  test.afterAll(() => app.stop());
  test("Privy's modal signs in by a code", ({ page }) => signInByModal(page, app));
}

async function signInByModal(page: Page, app: PrivyApp): Promise<void> {
  const problems = watchProblems(page);
  const email = `modal-${Date.now()}@example.com`;
  await page.goto(`${app.baseUrl}/login`);
  await page.getByRole("button", { name: "Continue with Privy" }).click();
  const modal = page.locator("#privy-modal-content");
  await modal.locator('input[type="email"]').fill(email);
  await modal.getByRole("button", { name: "Submit" }).click();
  await expect.poll(() => app.privy.codes.get(email)).toBeTruthy();
  const code = app.privy.codes.get(email) ?? "";
  for (const [index, digit] of [...code].entries()) {
    await modal.locator(`input[name="code-${index}"]`).fill(digit);
  }
  await expect(page.getByRole("heading", { name: "First ten minutes" })).toBeVisible();
  // Our policy keeps the modal from WalletConnect, whose list of wallets it asks for though it is not to show any.
  expect(problems.filter((text) => !text.includes("explorer-api.walletconnect.com"))).toEqual([]);
}
