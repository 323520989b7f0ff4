import { expect, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { violations } from "./in-looks";
import { injectWallet, WalletRefusal } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;
/** Each theme and each width once: colours do not depend on the width, nor sizes on the theme. */
const looks = [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 860 } },
  { name: "dark phone", colorScheme: "dark", viewport: { width: 375, height: 740 } },
] as const;

for (const { name, colorScheme, viewport } of looks) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport });

    test("axe finds nothing from the first screen to the receipt", async ({ page }) => {
      const wallet = await injectWallet(page, { chainId: 1, privateKey: fundedKey(stack) });
      const session = await createSession(stack, {
        description: "Two bags",
        successUrl: `${stack.baseUrl}/`,
        cancelUrl: "https://shop.example/cart",
      });
      const pay = payPage(page);
      const clean = async () => expect(await violations(page)).toEqual([]);
      await page.goto(session.checkoutUrl);
      await expect(pay.button("Example Wallet")).toBeVisible();
      await page.getByText("I have a wallet on another device").click();
      await clean();
      wallet.answer("eth_requestAccounts", () => {
        throw new WalletRefusal(4001);
      });
      await pay.choose("Example Wallet");
      await expect(pay.heading("Not connected")).toBeVisible();
      await clean();
      wallet.answer("eth_requestAccounts", undefined);
      wallet.answer("wallet_switchEthereumChain", () => {
        throw new WalletRefusal(4200);
      });
      await pay.button("Try again").click();
      await expect(pay.heading("Switch to Local chain")).toBeVisible();
      await clean();
      await wallet.moveTo(chainId);
      await expect(pay.button("Sign and pay")).toBeEnabled();
      await page.getByText("What your wallet will show").first().click();
      await clean();
      wallet.answer("eth_signTypedData_v4", () => {
        throw new WalletRefusal(4001);
      });
      await pay.button("Sign and pay").click();
      await expect(pay.heading("You declined to sign")).toBeVisible();
      await clean();
      wallet.answer("eth_signTypedData_v4", undefined);
      await pay.button("Sign again").click();
      await pay.receipt();
      await clean();
    });

    test("axe finds nothing on pages that are over, missing or the start", async ({ page }) => {
      const session = await createSession(stack);
      await merchantApi(stack).paymentSessions.cancel({ id: session.id });
      for (const url of [session.checkoutUrl, `${stack.baseUrl}/pay/ps_0`, `${stack.baseUrl}/`]) {
        await page.goto(url);
        expect(await violations(page)).toEqual([]);
      }
    });

    test("axe finds nothing when the wallet is short or there is none", async ({ page }) => {
      const session = await createSession(stack);
      await injectWallet(page, { chainId });
      await page.goto(session.checkoutUrl);
      await payPage(page).choose("Example Wallet");
      await expect(payPage(page).heading("Not enough USDC")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}

test("the whole payment works by keyboard, and the focus follows what happens", async ({
  page,
}) => {
  const session = await createSession(stack);
  const pay = payPage(page);
  await page.goto(session.checkoutUrl);
  const wallet = pay.button("Test wallet");
  await expect(wallet).toBeVisible();
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press("Tab");
    if (await wallet.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(wallet).toBeFocused();
  await expect(wallet).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
  await expect(pay.heading("Review and sign")).toBeFocused();
  await expect(pay.button("Sign and pay")).toBeEnabled();
  const email = page.getByLabel("E-mail for your receipt");
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press("Tab");
    if (await email.evaluate((element) => element === document.activeElement)) break;
  }
  await page.keyboard.type("keys@example.com");
  await page.keyboard.press("Enter");
  await pay.receipt();
  await expect(pay.heading("Payment complete")).toBeFocused();
});

test("nothing is cut off or scrolls sideways at 320 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack, {
    amount: "340282366920938463463374607431768211455",
    description: "Unbreakable".repeat(30),
    cancelUrl: "https://shop.example/cart",
  });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  await page.goto(session.checkoutUrl);
  expect(await fits()).toBe(true);
  await page.getByText("I have a wallet on another device").click();
  expect(await fits()).toBe(true);
  await payPage(page).choose("Example Wallet");
  await expect(payPage(page).heading("Not enough USDC")).toBeVisible();
  expect(await fits()).toBe(true);
  await page.goto(stack.baseUrl);
  await expect(page.getByRole("article", { name: "Unbreakable" })).toBeVisible();
  expect(await fits()).toBe(true);
});

test("targets are large enough for fingers on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack, { cancelUrl: "https://shop.example/cart" });
  await page.goto(session.checkoutUrl);
  const small = () =>
    page
      .locator("button:visible, summary:visible, header a:visible, input:visible")
      .evaluateAll((elements) =>
        elements
          .map((element) => ({
            text: element.textContent,
            height: element.getBoundingClientRect().height,
          }))
          // Layout rounds to a 64th of a pixel.
          .filter(({ height }) => height < 44 - 1 / 64),
      );
  await expect(payPage(page).button("Example Wallet")).toBeVisible();
  expect(await small()).toEqual([]);
  await payPage(page).choose("Example Wallet");
  await expect(payPage(page).button("Sign and pay")).toBeEnabled();
  expect(await small()).toEqual([]);
});

test("nothing moves for those who asked for less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("*")].map((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return Math.max(
          Number.parseFloat(animationDuration),
          Number.parseFloat(transitionDuration),
        );
      }),
    ),
  );
  expect(longest).toBeLessThan(0.001);
});
