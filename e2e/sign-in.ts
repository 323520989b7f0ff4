import { expect, type Page } from "@playwright/test";
import { openMail } from "./inbox";
import type { Stack } from "./stack";

/** Somebody with an account. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The six digits of the newest mail to somebody, read in a window of its own. */
export async function mailedCode(
  page: Page,
  stack: Stack,
  mail: { to: string; subject: string },
): Promise<string> {
  const inbox = await page.context().newPage();
  await openMail(inbox, stack, mail);
  const text = await inbox.locator("pre").innerText();
  await inbox.close();
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}

/** Makes an account, and arrives at the dashboard. */
export async function signUp(page: Page, stack: Stack, { email, password }: Person): Promise<void> {
  await page.goto(`${stack.baseUrl}/signup`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  const code = await mailedCode(page, stack, { to: email, subject: "is your code to sign up" });
  // As it is pasted from a mail that spaces it.
  await page.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Home" })).toBeVisible();
}

/** Gives address and password on the page of signing in. */
export async function givePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs in as the demo's merchant and opens a page of the dashboard in test mode. */
export async function openAsOwner(
  page: Page,
  { baseUrl, signIn }: Pick<Stack, "baseUrl" | "signIn">,
  path: string,
): Promise<void> {
  if (!signIn) throw new Error("the demo's merchant has an owner");
  await page.goto(`${baseUrl}/login?returnTo=${encodeURIComponent(`${path}?mode=test`)}`);
  await givePassword(page, signIn);
  await page.waitForURL((url) => url.pathname === path);
}
