import { expect, type Page } from "@playwright/test";
import type { Stack } from "./stack";

/** Opens the newest mail to an address whose subject has the words, as soon as it is there. */
export async function openMail(
  page: Page,
  { baseUrl }: Pick<Stack, "baseUrl">,
  { to, subject }: { to: string; subject: string },
): Promise<void> {
  const mail = page
    .getByRole("link")
    .filter({ hasText: `To ${to}` })
    .filter({ hasText: subject });
  await expect(async () => {
    await page.goto(`${baseUrl}/dev/inbox`);
    await expect(mail.first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await mail.first().click();
  await page.waitForURL(/eml_/);
}

/** Follows a link of the mail that is open, which opens a page of its own. */
export async function followLink(page: Page, name: string): Promise<Page> {
  const opening = page.waitForEvent("popup", { timeout: 60_000 });
  await page.frameLocator("iframe").getByRole("link", { name }).click({ timeout: 60_000 });
  return opening;
}
