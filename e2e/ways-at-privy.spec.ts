import { expect, type Page, test } from "@playwright/test";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { addAuthenticator } from "./authenticator";
import { isInOrder } from "./in-looks";
import { watchProblems } from "./own-account";
import { type PrivyApp, startPrivyApp } from "./privy-app";
import { sharedStack } from "./stack";

const stack = sharedStack();
let app: PrivyApp;

test.beforeAll(async () => {
  app = await startPrivyApp(stack, "localhost");
});
test.afterAll(() => app.stop());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const isAtHome = (page: Page) =>
  expect(page.getByRole("heading", { name: "First ten minutes" })).toBeVisible();

async function openLogin(page: Page): Promise<void> {
  await page.goto(`${app.baseUrl}/login`);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(`${app.baseUrl}/login`);
  await expect(button(page, "Continue with Google")).toBeVisible();
}

async function giveCode(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await button(page, "Send the code").click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await page.getByLabel("Code").fill(app.privy.codes.get(email) ?? "");
  await button(page, "Continue").click();
}

for (const name of ["Google", "Apple"]) {
  test(`an account at ${name} signs in through Privy, and comes back to where it was going`, async ({
    page,
  }) => {
    const problems = watchProblems(page);
    const email = `${name.toLowerCase()}-${Date.now()}@example.com`;
    Object.assign(app.privy.person, { email, sub: email });
    await page.goto(`${app.baseUrl}/login?returnTo=%2Fdashboard%2Fpayments`);
    await expect(button(page, `Continue with ${name}`)).toBeVisible();
    await isInOrder(page);
    await button(page, `Continue with ${name}`).click();
    await page.waitForURL((url) => url.pathname === "/dashboard/payments");
    expect(page.url()).not.toContain("privy_oauth");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await expect(page.getByText(email).first()).toBeVisible();
    expect(problems).toEqual([]);
  });
}

test("an account at GitHub proves no address: one is asked for, and added at Privy", async ({
  page,
}) => {
  const email = `hub-${Date.now()}@example.com`;
  Object.assign(app.privy.person, { email: `at-github-${email}`, sub: email });
  await openLogin(page);
  await button(page, "Continue with GitHub").click();
  await expect(page.getByRole("heading", { name: "Add your email address" })).toBeVisible();
  await isInOrder(page);
  await giveCode(page, email);
  await isAtHome(page);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByText(email, { exact: true }).first()).toBeVisible();
});

test("an address of another account is not added: that account is signed in to", async ({
  page,
}) => {
  const email = `known-${Date.now()}@example.com`;
  await openLogin(page);
  await giveCode(page, email);
  await isAtHome(page);

  Object.assign(app.privy.person, { email: null, sub: `second-${email}` });
  const openAtGitHub = async () => {
    await openLogin(page);
    await button(page, "Continue with GitHub").click();
    await expect(page.getByRole("heading", { name: "Add your email address" })).toBeVisible();
  };
  await openAtGitHub();
  await button(page, "Sign in another way").click();
  await expect(button(page, "Continue with GitHub")).toBeVisible();

  await openAtGitHub();
  await giveCode(page, email);
  await expect(page.getByText(/^That email address already has an account here/)).toBeVisible();
  await isInOrder(page);
  await giveCode(page, email);
  await isAtHome(page);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByText(email, { exact: true }).first()).toBeVisible();
});

test("a way back that this browser did not leave for, or was refused there, signs no one in", async ({
  page,
}) => {
  const { person } = app.privy;
  Object.assign(person, { email: "mallory@example.com", sub: "mallory" });
  await openLogin(page);
  const other = "privy_oauth_code=c&privy_oauth_state=s&privy_oauth_provider=google";
  await page.goto(`${app.baseUrl}/login?${other}`);
  await expect(page.getByText(/^Signing in there didn’t work/)).toBeVisible();
  expect(page.url()).not.toContain("privy_oauth");
  person.isDenied = true;
  await button(page, "Continue with Google").click();
  await expect(page.getByText(/^Signing in there didn’t work/)).toBeVisible();
  person.isDenied = false;
  await page.goto(`${app.baseUrl}/dashboard`);
  await page.waitForURL(/\/login/);
});

test("an account enrols an authenticator app and adds a passkey, and signs in by it", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const problems = watchProblems(page);
  const email = `factor-${Date.now()}@example.com`;
  await addAuthenticator(page);
  await openLogin(page);
  await giveCode(page, email);
  await isAtHome(page);
  await page.goto(`${app.baseUrl}/dashboard/settings/security?mode=test`);
  await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
  await isInOrder(page);
  await button(page, "Set up authenticator app").click();
  const dialog = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  await expect(dialog).toBeVisible();
  const secret = await dialog.locator("code").first().innerText();
  const right = totpCode(secret.replace(/\s/g, ""), totpStep(Date.now()));
  await dialog.getByLabel("Authenticator code").fill(right === "000000" ? "000001" : "000000");
  await button(page, "Turn on").click();
  await expect(dialog.getByText(/^That code is wrong/)).toBeVisible();
  await isInOrder(page);
  const code = totpCode(secret.replace(/\s/g, ""), totpStep(Date.now()));
  await dialog.getByLabel("Authenticator code").fill(code);
  await button(page, "Turn on").click();
  await expect(page.getByText("Two-factor authentication is on.").first()).toBeVisible();
  await expect(button(page, "Set up authenticator app")).toHaveCount(0);

  await button(page, "Add passkey").click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
  await openLogin(page);
  await button(page, "Sign in with a passkey").click();
  await isAtHome(page);
  expect(problems).toEqual([]);
});
