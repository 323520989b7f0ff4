import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { type AppServer, startAppServer } from "@/scripts/run/demo/app-server";
import { choosePort } from "@/scripts/run/services/choose-port";
import { addAuthenticator } from "./authenticator";
import { isInOrder } from "./in-looks";
import { signUpByApi } from "./own-account";
import { givePassword } from "./sign-in";
import { type Stack, sharedStack, withDatabase } from "./stack";

let app: AppServer;
let stack: Stack = sharedStack();
const dataDir = mkdtempSync(join(tmpdir(), "stipend-passkeys-"));

/** A second process on the same database: browsers know no passkeys at the stack's own address, which is no name. */
test.beforeAll(async () => {
  const port = await choosePort(0, "the app");
  const baseUrl = `http://localhost:${port}`;
  const env = { ...stack.settings, PORT: String(port), APP_URL: baseUrl };
  app = startAppServer(dataDir, ["scripts/run/start.cjs"], env);
  await app.ready(baseUrl, () => {});
  stack = { ...stack, baseUrl };
});
test.afterAll(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${stack.baseUrl}/login`);
}

const isAtHome = (page: Page) => page.waitForURL((url) => url.pathname === "/dashboard");

/** The recovery codes of a dialog, as soon as they are there. */
async function readCodes(dialog: Locator): Promise<string[]> {
  const items = dialog.getByRole("list", { name: "Recovery codes" }).locator("li");
  await expect(items).toHaveCount(10);
  return items.allInnerTexts();
}

/** Adds a passkey on the page of security. @returns the recovery codes */
async function addPasskey(page: Page, name: string): Promise<string[]> {
  await page.goto(`${stack.baseUrl}/dashboard/settings/security`);
  await button(page, "Add passkey").click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await isInOrder(page);
  await dialog.getByLabel("Name").fill(name);
  await button(page, "Continue").click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  const texts = await readCodes(codes);
  await codes.getByLabel("I have stored them in a safe place").check();
  await codes.getByRole("button", { name: "Done" }).click();
  return texts;
}

test("a passkey signs in, is the second factor, confirms, and is done without when it is lost", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const person = {
    email: `pk-${Date.now()}@example.com`,
    password: "correct horse battery staple",
  };
  const { devtools, id } = await addAuthenticator(page);
  await signUpByApi(page, stack, person);
  const [code = ""] = await addPasskey(page, "Work laptop");
  const row = page.getByRole("row", { name: /Work laptop/ });
  await expect(row).toContainText("Never");
  await isInOrder(page);
  for (const [from, to] of [
    ["Work laptop", "Laptop at home"],
    ["Laptop at home", "Work laptop"],
  ] as const) {
    await button(page, `Rename ${from}`).click();
    const renaming = page.getByRole("dialog", { name: "Rename the passkey" });
    await isInOrder(page);
    await renaming.getByLabel("Name").fill(to);
    await renaming.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("row", { name: new RegExp(to) })).toBeVisible();
  }

  await signOut(page);
  await button(page, "Sign in with a passkey").click();
  await isAtHome(page);

  await withDatabase(
    stack,
    (sql) => sql`
      update identity_sessions s set auth_time = now() - interval '1 hour' from identity_users u
      where u.id = s.user_id and u.email = ${person.email}`,
  );
  await page.goto(`${stack.baseUrl}/dashboard/settings/security`);
  await expect(row).not.toContainText("Never");
  await button(page, "New recovery codes").click();
  await button(page, "Generate recovery codes").click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await confirm.getByRole("button", { name: "Use a passkey" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  const fresh = await readCodes(codes);
  expect(fresh).not.toContain(code);

  await signOut(page);
  await givePassword(page, person);
  await expect(page.getByText("Use one of your passkeys")).toBeVisible();
  await button(page, "Use a passkey").click();
  await isAtHome(page);

  await devtools.send("WebAuthn.clearCredentials", { authenticatorId: id });
  await signOut(page);
  await givePassword(page, person);
  await button(page, "Use a recovery code").click();
  await page.getByLabel("Recovery code").fill(fresh[0] ?? "");
  await button(page, "Sign in").click();
  await isAtHome(page);
  await page.goto(`${stack.baseUrl}/dashboard/settings/security`);
  await button(page, "Remove Work laptop").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
});

test("a person who closes the browser's prompt is told, and signs in another way", async ({
  page,
}) => {
  const { devtools, id } = await addAuthenticator(page);
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
  await page.goto(`${stack.baseUrl}/login`);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText(/^The passkey wasn’t used/)).toBeVisible();
  await isInOrder(page);
});

test("at an address without a name there is no word of passkeys to sign in with", async ({
  page,
}) => {
  await page.goto(`${sharedStack().baseUrl}/login`);
  await expect(button(page, "Sign in")).toBeEnabled();
  await expect(button(page, "Sign in with a passkey")).toHaveCount(0);
});
