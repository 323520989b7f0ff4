import { expect, type Locator, type Page } from "@playwright/test";

/** What a payer sees and does on the pay page. */
export interface PayPageDriver {
  heading(name: string | RegExp): Locator;
  button(name: string | RegExp): Locator;
  /** Chooses a wallet from the list. */
  choose(wallet: string): Promise<void>;
  /** Signs and pays, and waits for the receipt. */
  signAndPay(): Promise<void>;
  /** Waits until the payment is final. */
  receipt(): Promise<void>;
}

/** Drives the pay page as a payer would: by what it says. */
export function payPage(page: Page): PayPageDriver {
  const driver: PayPageDriver = {
    heading: (name) => page.getByRole("heading", { name, level: 2 }),
    button: (name) => page.getByRole("button", { name }),
    choose: (wallet) => page.getByRole("button", { name: wallet }).click(),
    async signAndPay() {
      await page.getByRole("button", { name: "Sign and pay" }).click();
      await driver.receipt();
    },
    receipt: () => expect(driver.heading("Payment complete")).toBeVisible({ timeout: 60_000 }),
  };
  return driver;
}
