import type { Page } from "@playwright/test";
import { givePassword } from "./sign-in";
import type { Stack } from "./stack";

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
