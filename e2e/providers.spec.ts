import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type AppServer, startAppServer } from "@/scripts/run/demo/app-server";
import { choosePort } from "@/scripts/run/services/choose-port";
import { type OidcStub, startOidcStub } from "@/testing/oidc-stub";
import { isInOrder } from "./in-looks";
import { ageSession, enrolByApi, signUpByApi, watchProblems } from "./own-account";
import { type Stack, sharedStack } from "./stack";

let app: AppServer;
let issuer: OidcStub;
let stack: Stack = sharedStack();
const dataDir = mkdtempSync(join(tmpdir(), "stipend-providers-"));

/** A second process on the same database, whose settings name an issuer. */
test.beforeAll(async () => {
  issuer = await startOidcStub();
  const port = await choosePort(0, "the app");
  const baseUrl = `http://127.0.0.1:${port}`;
  const { clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET } = issuer;
  const own = { PORT: String(port), APP_URL: baseUrl, OIDC_ISSUER: issuer.issuer };
  const named = { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: "Acme Login" };
  app = startAppServer(dataDir, ["scripts/run/start.cjs"], { ...stack.settings, ...own, ...named });
  await app.ready(baseUrl, () => {});
  stack = { ...stack, baseUrl };
});
test.afterAll(async () => {
  await app.stop();
  await issuer.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** The page is drawn: its own change of address would end a visit to another one. */
async function isAtHome(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
}

async function continueAtIssuer(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${stack.baseUrl}/login`);
  await button(page, "Continue with Acme Login").click();
}

test("a person of the company's issuer gets an account, and signs in to it by a second factor later", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const problems = watchProblems(page);
  issuer.person = { sub: "a", email: `oidc-${Date.now()}@example.com`, email_verified: true };
  await page.goto(`${stack.baseUrl}/login`);
  await isInOrder(page);
  await continueAtIssuer(page);
  await isAtHome(page);
  const [code = ""] = await enrolByApi(page, stack);
  await continueAtIssuer(page);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  expect(page.url()).not.toContain("ticket");
  await button(page, "Use a recovery code").click();
  await page.getByLabel("Recovery code").fill(code);
  await button(page, "Sign in").click();
  await isAtHome(page);
  expect(problems).toEqual([]);
});

test("an owner of an account is asked to link, links, and signs in there from then on", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const email = `link-${Date.now()}@example.com`;
  issuer.person = { sub: "b", email, email_verified: true };
  await signUpByApi(page, stack, { email, password: "correct horse battery staple" });
  const state = await page.context().storageState();
  await continueAtIssuer(page);
  await expect(page.getByText(/^Your email address already has an account here/)).toBeVisible();
  await isInOrder(page);
  await page.context().addCookies(state.cookies);
  await page.goto(`${stack.baseUrl}/dashboard/settings/security`);
  await button(page, "Link Acme Login").click();
  await expect(button(page, `Unlink ${email}`)).toBeVisible();
  await isInOrder(page);
  await continueAtIssuer(page);
  await isAtHome(page);
});

test("a person without a password confirms at the issuer, in a window that closes, and what they were doing goes on", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const problems = watchProblems(page);
  const email = `confirm-${Date.now()}@example.com`;
  issuer.person = { sub: email, email, email_verified: true };
  await continueAtIssuer(page);
  await isAtHome(page);
  await ageSession(stack, { email });
  await page.goto(`${stack.baseUrl}/dashboard/settings/security`);
  await button(page, `Unlink ${email}`).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(button(page, "Confirm with Acme Login")).toBeVisible();
  await isInOrder(page);
  // An open session at the issuer does not do: it must have asked.
  issuer.person = { ...issuer.person, auth_time: Math.floor(Date.now() / 1_000) - 600 };
  const opened = page.context().waitForEvent("page");
  await button(page, "Confirm with Acme Login").click();
  await (await opened).waitForEvent("close");
  await expect(confirm.getByText("Confirm it's you to continue.")).toBeVisible();
  issuer.person = { sub: email, email, email_verified: true };
  await button(page, "Confirm with Acme Login").click();
  await expect(confirm).toHaveCount(0);
  await expect(page.getByText(`${email} unlinked.`)).toBeVisible();
  expect(problems).toEqual([]);
});
