import { expect, type Page } from "@playwright/test";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { givePassword } from "./sign-in";
import { type Stack, withDatabase } from "./stack";

/** Each code is taken once: as if half a minute had passed since the last one. */
const forgetLastCode = (stack: Stack, email: string) =>
  withDatabase(
    stack,
    (sql) => sql`update identity_totp set last_step = 0
      where user_id = (select id from identity_users where email = ${email})`,
  );

/** A code of the demo's admin user that was not taken yet. */
export async function newCode(stack: Stack): Promise<string> {
  const { admin } = stack;
  if (!admin) throw new Error("the demo has an admin user");
  await forgetLastCode(stack, admin.email);
  return totpCode(admin.totpSecret, totpStep(Date.now()));
}

/** Gives password and code of the demo's admin user on the page of signing in. */
export async function signInAsAdmin(page: Page, stack: Stack): Promise<void> {
  const { admin } = stack;
  if (!admin) throw new Error("the demo has an admin user");
  await givePassword(page, admin);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await page.getByLabel("Code").fill(await newCode(stack));
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in as the demo's admin user and opens a page of the console. */
export async function openAsAdmin(page: Page, stack: Stack, path: string): Promise<void> {
  await page.goto(`${stack.baseUrl}/login?returnTo=${encodeURIComponent(path)}`);
  await signInAsAdmin(page, stack);
  await page.waitForURL((url) => url.pathname === path);
}
