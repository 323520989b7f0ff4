import type { Page } from "@playwright/test";

/** What the API answers a key that reads payments. */
export async function askWith(baseUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${baseUrl}/v1/payment-sessions`, { headers })).status;
}

/** Makes a key on the page that is open. @returns its secret */
export async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  const create = page.getByRole("dialog", { name: /^Create a/ });
  await create.getByLabel("What is it for?").fill(name);
  await create.getByRole("button", { name: "Create key" }).click();
  return storeKey(page, name);
}

/** Stores the key that is shown once. @returns its secret */
export async function storeKey(page: Page, name: string): Promise<string> {
  const made = page.getByRole("dialog", { name: `Your new key “${name}”` });
  const secret = await made.locator("code").innerText();
  await made.getByLabel("I have stored the key").check();
  await made.getByRole("button", { name: "Done" }).click();
  return secret;
}
