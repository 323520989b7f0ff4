import { expect, type Page, test } from "@playwright/test";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { isInOrder } from "./in-looks";
import { givePassword, mailedCode, type Person, signUp } from "./sign-in";
import { sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const security = `${stack.baseUrl}/dashboard/settings/security`;

const person = (name: string): Person => ({
  email: `${name}-${Date.now()}@example.com`,
  password: "correct horse battery staple",
});

/** Picks one of what the menu of the account offers. */
async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: item }).click();
}

/** Turns the second factor on. @returns its secret, and the recovery codes */
async function enrol(page: Page): Promise<{ secret: string; recovery: string[] }> {
  await page.goto(security);
  await page.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  const secret = await dialog.locator("code").innerText();
  await dialog.getByLabel("Authenticator code").fill(totpCode(secret, totpStep(Date.now())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recovery = await codes.getByRole("listitem").allInnerTexts();
  await page.keyboard.press("Escape");
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(codes.getByRole("checkbox")).toBeFocused();
  await codes.getByLabel("I have stored them in a safe place").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 of 10 recovery codes left")).toBeVisible();
  return { secret, recovery };
}

/** As if the minute were over for which no further code is mailed. */
const mayBeMailed = () => withDatabase(stack, (sql) => sql`delete from identity_throttles`);

/** What a page of the browser gets when it asks for an access token. */
const askToken = (page: Page) =>
  page.evaluate(async () => (await fetch("/api/identity/token", { method: "POST" })).status);

test("an account from its first mail to a reset password, with an app and recovery codes, and a browser that is signed out", {
  tag: "@flow",
}, async ({ page, browser }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  const ada = person("ada");
  await signUp(page, stack, ada);
  await expect(page).toHaveURL(/\/dashboard\?mode=test$/);
  await expect(page.getByRole("complementary", { name: "Test mode" })).toBeVisible();
  await expect(page.getByText("No payments in flight. Open payments appear here")).toBeVisible();
  const { secret, recovery } = await enrol(page);

  await fromMenu(page, "Sign out");
  await page.waitForURL(/\/login/);
  await page.goto(`${security}?mode=test`);
  await page.waitForURL(/\/login\?returnTo=/);
  await givePassword(page, ada);
  // The app's next code: the one that turned it on is used up.
  await page.getByLabel("Code").fill(totpCode(secret, totpStep(Date.now()) + 1n));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard\/settings\/security\?mode=test$/);

  const second = await browser.newContext();
  const other = await second.newPage();
  await other.goto(`${stack.baseUrl}/login`);
  await givePassword(other, ada);
  await other.getByRole("button", { name: "Use a recovery code" }).click();
  await other.getByLabel("Recovery code").fill(recovery[0] ?? "");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByRole("heading", { name: "Home" })).toBeVisible();
  expect(await askToken(other)).toBe(200);

  await page.reload();
  await expect(page.getByText("9 of 10 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: /^Sign out .+ on / }).click();
  await expect(page.getByRole("button", { name: /^Sign out .+ on / })).toHaveCount(0);
  expect(await askToken(other)).toBe(401);
  await other.reload();
  await other.waitForURL(/\/login\?returnTo=/);

  await mayBeMailed();
  await other.getByLabel("E-mail").fill(ada.email);
  await other.getByRole("button", { name: "Forgot password?" }).click();
  await expect(other.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expect(other.getByLabel("E-mail")).toHaveValue(ada.email);
  await other.getByRole("button", { name: "Send the code" }).click();
  await expect(other.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expect(other.getByLabel("Code")).toBeVisible();
  const mail = { to: ada.email, subject: "is your code to reset your password" };
  const mailed = await mailedCode(other, stack, mail);
  // The link of the mail opens another tab.
  await other.goto(`${stack.baseUrl}/login#code=${mailed}`);
  await expect(other.getByLabel("Code")).toHaveValue(mailed);
  expect(other.url()).not.toContain(mailed);
  await other.getByLabel("New password").fill("another horse battery staple");
  await other.getByRole("button", { name: "Set password and sign in" }).click();
  await other.getByRole("button", { name: "Use a recovery code" }).click();
  await other.getByLabel("Recovery code").fill(recovery[1] ?? "");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByRole("heading", { name: "Home" })).toBeVisible();
  expect(await askToken(page)).toBe(401);
  await second.close();
  expect(problems.filter((text) => !text.includes("401"))).toEqual([]);
});

test("what asks to authenticate again does so in a dialog, and goes on", async ({ page }) => {
  const grace = person("grace");
  await signUp(page, stack, grace);
  await withDatabase(
    stack,
    (sql) => sql`update identity_sessions set auth_time = now() - interval '1 hour'
      where user_id = (select id from identity_users where email = ${grace.email})`,
  );
  await page.goto(security);
  await page.getByRole("button", { name: "Change password" }).click();
  const change = page.getByRole("dialog", { name: "Change password" });
  await change.getByLabel("Current password").fill(grace.password);
  await change.getByLabel("New password").fill("one more horse battery staple");
  await change.getByRole("button", { name: "Set password" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  const mail = { to: grace.email, subject: "is your code to continue" };
  await expect(confirm.getByText("Enter the six-digit code we emailed you.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirm).toHaveCount(0);
  await change.getByRole("button", { name: "Set password" }).click();
  await expect(confirm.getByText("Wait a minute, then try again.")).toBeVisible();
  await mayBeMailed();
  await confirm.getByRole("button", { name: "Send a new code" }).click();
  await expect(confirm.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await confirm.getByLabel("Code").fill(await mailedCode(page, stack, mail));
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Password saved. Your other sessions are signed out.")).toBeVisible();
});

test("an address is changed by a code that is mailed to the new one", async ({ page }) => {
  const mabel = person("mabel");
  await signUp(page, stack, mabel);
  await page.goto(security);
  await page.getByRole("button", { name: "Change email" }).click();
  const change = page.getByRole("dialog", { name: "Change email" });
  await change.getByLabel("New e-mail").fill(mabel.email);
  await change.getByRole("button", { name: "Send the code" }).click();
  await expect(change.getByText("The account already has this address.")).toBeVisible();
  await isInOrder(page);
  const email = `new-${mabel.email}`;
  await change.getByLabel("New e-mail").fill(email);
  await change.getByRole("button", { name: "Send the code" }).click();
  await change.getByLabel("Code").fill("000000");
  await change.getByRole("button", { name: "Change email" }).click();
  await expect(change.getByText(/^That code is wrong/)).toBeVisible();
  await isInOrder(page);
  const mail = { to: email, subject: "is your code to sign in with this address" };
  await change.getByLabel("Code").fill(await mailedCode(page, stack, mail));
  await change.getByRole("button", { name: "Change email" }).click();
  await expect(change).toHaveCount(0);
  await expect(page.getByText(`You sign in with ${email}`)).toBeVisible();
  const [merchant] = await withDatabase(
    stack,
    (sql) => sql<{ email: string }[]>`
      select m.email from merchants m where m.email in (${email}, ${mabel.email})`,
  );
  expect(merchant?.email).toBe(email);
});

const hostile = [
  "<script>window.hacked = 1</script>",
  "<img src=x onerror=window.hacked=1>",
  '"><svg/onload=window.hacked=1>',
  "</script><script>window.hacked=1</script>",
  "{{constructor.constructor('window.hacked=1')()}}",
];

test("names are text, links that lead elsewhere lead home, and every page is in order", async ({
  page,
}) => {
  await page.goto(`${stack.baseUrl}/login?returnTo=//evil.example/dashboard`);
  await isInOrder(page);
  await page.goto(`${stack.baseUrl}/dev/ui`);
  await isInOrder(page);
  const joan = person("joan");
  await signUp(page, stack, joan);
  await page.goto(security);
  await isInOrder(page);
  await page.goto(`${stack.baseUrl}/login?returnTo=//evil.example/dashboard`);
  await expect(page).toHaveURL(`${stack.baseUrl}/dashboard?mode=test`);
  for (const name of hostile) {
    await withDatabase(
      stack,
      (sql) => sql`update merchants set business_name = ${name} where email = ${joan.email}`,
    );
    await page.reload();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  }
});
