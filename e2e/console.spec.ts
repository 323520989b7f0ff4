import { type Browser, expect, type Page, test } from "@playwright/test";
import { newCode, openAsAdmin, signInAsAdmin } from "./admin-sign-in";
import { fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { injectWallet } from "./injected-wallet";
import { doAged, enrolByApi, signUpByApi, watchProblems } from "./own-account";
import { payPage } from "./pay-page";
import { openAsOwner, type Person } from "./sign-in";
import { merchantApi, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { baseUrl, chainId } = stack;

const person = (name: string): Person => ({
  email: `${name}-${Date.now()}@example.com`,
  password: "correct horse battery staple",
});
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

/** A window of another person. */
async function windowOf(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Opens a merchant's page in the console by the merchant's address. */
async function findMerchant(page: Page, email: string): Promise<void> {
  await page.goto(`${baseUrl}/admin/merchants?q=${encodeURIComponent(email)}`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(/\/admin\/merchants\/mer_/);
  await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible();
}

test("an admin user signs in with a code, and finds a merchant by the palette", {
  tag: "@flow",
}, async ({ page }) => {
  const problems = watchProblems(page);
  await openAsAdmin(page, stack, "/admin");
  await expect(heading(page, "Overview")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Operator console" })).toBeVisible();
  await expect(button(page, /^Account of admin@stipend\.example Super admin/)).toBeEnabled();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await palette.getByRole("combobox").fill("acme cof");
  await palette.getByRole("option", { name: /^Acme Coffee/ }).click();
  await expect(heading(page, "Merchant Acme Coffee")).toBeFocused();
  await expect(page.getByText("In agreement")).toHaveCount(2);
  expect(problems).toEqual([]);
});

test("without a session, admin rights or a second factor a person is told so, and led on", async ({
  page,
  browser,
}) => {
  await page.goto(`${baseUrl}/admin/merchants?status=active`);
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fadmin%2Fmerchants%3Fstatus%3Dactive$/);
  await openAsOwner(page, stack, "/dashboard/payments");
  await page.goto(`${baseUrl}/admin/merchants`);
  await expect(heading(page, "You don’t have access to the operator console")).toBeVisible();
  await isInOrder(page);
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(heading(page, "Home")).toBeVisible();

  const bea = person("bea");
  const beas = await windowOf(browser);
  await signUpByApi(beas, stack, bea);
  const admins = await windowOf(browser);
  await openAsAdmin(admins, stack, "/admin/admins");
  await invite(admins, bea.email);
  await beas.goto(`${baseUrl}/admin`);
  await expect(heading(beas, "Turn on two-factor authentication")).toBeVisible();
  await isInOrder(beas);
  await leaveBusiness(beas, bea);
  await beas.getByRole("link", { name: "Set up two-factor authentication" }).click();
  await expect(heading(beas, "Security")).toBeVisible();
  await enrolByApi(beas, stack);
  await beas.goto(`${baseUrl}/admin`);
  await expect(heading(beas, "Overview")).toBeVisible();
  await isReadOnly(beas);
  await changeAdmin(admins, beas, bea.email);
});

/** An admin user need not be a merchant: from now on they have no business, and are given none. */
async function leaveBusiness(page: Page, { email }: Person): Promise<void> {
  await page.route("**/v1/auth/sync", (route) => route.abort());
  await withDatabase(
    stack,
    (sql) => sql`
      delete from memberships where user_id in (
        select u.id from users u join identity_users i on u.subject = i.id where i.email = ${email}
      )`,
  );
}

async function invite(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Invite an admin" });
  await button(page, "Invite admin").click();
  await dialog.getByLabel("E-mail").fill(stack.admin?.email ?? "");
  await button(page, "Send invitation").click();
  await expect(dialog.getByText("An admin user already has this address.")).toBeVisible();
  await isInOrder(page);
  const fill = async () => {
    await button(page, "Invite admin").click();
    await dialog.getByLabel("E-mail").fill(email);
  };
  await doAged(page, stack, {
    email: stack.admin?.email ?? "",
    code: await newCode(stack),
    open: () => page.reload().then(fill),
    act: () => button(page, "Send invitation").click(),
  });
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
  const own = page.getByRole("row").filter({ hasText: "admin@stipend.example" });
  await expect(own).toContainText("You: only others change this");
}

/** What a role lacks is not offered, and a page that it lacks says why. */
async function isReadOnly(page: Page): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Console" });
  await expect(nav.getByRole("link", { name: "Merchants" })).toBeVisible();
  await expect(nav.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  await page.goto(`${baseUrl}/admin/audit`);
  await expect(
    page.getByText("Only an admin or a super admin can see the audit log."),
  ).toBeVisible();
  await findMerchant(page, stack.signIn?.email ?? "");
  await expect(page.getByText(/can change merchants\. Your role is read only\./)).toBeVisible();
  await expect(button(page, "Suspend")).toHaveCount(0);
}

/** Another role and a suspension hold from the next request on. */
async function changeAdmin(admins: Page, theirs: Page, email: string): Promise<void> {
  await admins.reload();
  await button(admins, `Change role of ${email}`).click();
  const dialog = admins.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption("admin");
  await dialog.getByRole("button", { name: "Change role" }).click();
  const row = admins.getByRole("row").filter({ hasText: email });
  await expect(admins.getByText(`${email}: Admin.`)).toBeVisible();
  await theirs.reload();
  await expect(button(theirs, "Suspend")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
  await button(admins, `Suspend ${email}`).click();
  await isInOrder(admins);
  await admins.getByRole("dialog").getByRole("button", { name: "Suspend admin" }).click();
  await expect(row).toContainText("Suspended");
  await theirs.reload();
  await expect(heading(theirs, "Your admin access is suspended")).toBeVisible();
}

/** A new merchant with a key, a payout wallet and a payment page that is open. */
async function openBusiness(page: Page, owner: Person) {
  await signUpByApi(page, stack, owner);
  await button(page, "Create test key").click();
  const made = page.getByRole("dialog", { name: /^Your new key/ });
  const key = await made.locator("code").innerText();
  await made.getByLabel("I have stored the key").check();
  await made.getByRole("button", { name: "Done" }).click();
  await button(page, "Use a test wallet").click();
  await button(page, "Create sample payment").click({ timeout: 60_000 });
  const link = page.getByRole("link", { name: "Open the payment page" });
  await expect(link).toBeVisible();
  const href = (await link.getAttribute("href")) ?? "";
  return { key, checkoutUrl: new URL(href, baseUrl).href };
}

/** Says why, and confirms. */
async function confirm(page: Page, action: string, typed?: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: new RegExp(`^${action}`) });
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog.getByText("Say why, for the audit log.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("A test");
  if (typed !== undefined) await dialog.getByLabel(/^Type “/).fill(typed);
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

test("a merchant is suspended while a payer pays, reactivated, written to and closed", async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000);
  const owner = person("mo");
  const owners = await windowOf(browser);
  const { key, checkoutUrl } = await openBusiness(owners, owner);
  const api = merchantApi({ baseUrl, apiKeys: { ...stack.apiKeys, secret: key } });
  const create = () => api.paymentSessions.create({ amount: "1000000", currency: "USDC" });
  const payers = await windowOf(browser);
  await injectWallet(payers, { chainId, privateKey: fundedKey(stack) });
  await payers.goto(checkoutUrl);
  const pay = payPage(payers);
  await pay.choose("Example Wallet");
  await expect(pay.button("Sign and pay")).toBeEnabled();

  await openAsAdmin(page, stack, "/admin/merchants");
  await findMerchant(page, owner.email);
  await button(page, "Suspend").click();
  await isInOrder(page);
  await confirm(page, "Suspend merchant");
  await expect(page.locator("main header")).toContainText("Suspended");
  await expect(create()).rejects.toMatchObject({ reason: "merchant_suspended" });
  await pay.signAndPay();
  await expect(page.locator("main header").getByText("On-chain: confirmed")).toBeVisible({
    timeout: 90_000,
  });

  await button(page, "Reactivate").click();
  await confirm(page, "Reactivate merchant");
  await expect(page.locator("main header").getByText("On-chain: confirmed")).toBeVisible({
    timeout: 90_000,
  });
  await create();

  await page.getByRole("link", { name: "Write a message" }).click();
  await writeTo(page);
  await owners.goto(`${baseUrl}/dashboard?mode=test`);
  await button(owners, /^Notifications/).click();
  const drawer = owners.getByRole("dialog", { name: "Notifications" });
  await expect(drawer.getByText("Maintenance on Sunday")).toBeVisible();
  await expect(drawer.getByRole("link", { name: "https://status.example/sunday" })).toBeVisible();

  await findMerchant(page, owner.email);
  const name = await heading(page, /^Merchant/).innerText();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await confirm(page, "Close merchant", name.replace(/^Merchant\s*/, ""));
  await expect(page.locator("main header")).toContainText("Closed");
  await expect(button(page, "Suspend")).toHaveCount(0);
  await expect(create()).rejects.toMatchObject({ code: "authentication_error" });
  await isExported(owners);
  await page.goto(`${baseUrl}/admin/audit?action=merchant.close`);
  await expect(page.getByRole("row").filter({ hasText: "A test" }).first()).toBeVisible();
});

/** Fills in the composer for the merchant that it names, looks at the preview and sends. */
async function writeTo(page: Page): Promise<void> {
  await expect(heading(page, "New broadcast")).toBeVisible();
  await page.getByLabel("Title").fill("Maintenance on Sunday");
  await page
    .getByLabel("Text", { exact: true })
    .fill("From 06:00 UTC, see https://status.example/sunday.");
  await expect(
    page.getByRole("link", { name: "https://status.example/sunday" }).first(),
  ).toHaveAttribute("href", "https://status.example/sunday");
  await isInOrder(page);
  await button(page, "Review and send").click();
  const dialog = page.getByRole("dialog", { name: "Send to this merchant?" });
  await dialog.getByRole("button", { name: "Send broadcast" }).click();
  await page.waitForURL(/\/admin\/broadcasts$/);
  const row = page.getByRole("row").filter({ hasText: "Maintenance on Sunday" });
  await expect(row).toContainText("1 of 1 delivered", { timeout: 90_000 });
}

/** A closed merchant's people still take their payments away. */
async function isExported(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/dashboard/payments?mode=test`);
  const downloading = page.waitForEvent("download");
  await button(page, "Export CSV").click();
  expect((await downloading).suggestedFilename()).toMatch(/^payments-test-/);
}

test("a broadcast to all says to how many, and takes the typed words", async ({ page }) => {
  await openAsAdmin(page, stack, "/admin/broadcasts/new");
  await button(page, "Review and send").click();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByLabel("Title").fill("To everyone");
  await page.getByLabel("Text", { exact: true }).fill("A message that is not sent.");
  await button(page, "Review and send").click();
  const dialog = page.getByRole("dialog", { name: "Send to all active merchants?" });
  await expect(dialog.getByText(/^Recipients: \d+$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Send broadcast" }).click();
  await expect(dialog.getByText("Type exactly “send to all”.")).toBeVisible();
  await isInOrder(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto(`${baseUrl}/admin/broadcasts`);
  await expect(page.getByText("To everyone")).toHaveCount(0);
});

test("a session that has ended leads to sign-in and back to the page", async ({ page }) => {
  await openAsAdmin(page, stack, "/admin/health");
  await expect(page.getByRole("heading", { name: "Database" })).toBeVisible();
  const rest = (column: string, interval: string) =>
    withDatabase(stack, (sql) =>
      sql.unsafe(`update admin_sessions set ${column} = now() - interval '${interval}'`),
    );
  await rest("last_call_at", "31 minutes");
  await button(page, "Check again").click();
  const dialog = page.getByRole("dialog", { name: "Your admin session has ended" });
  await expect(dialog).toBeVisible();
  await isInOrder(page);
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await page.waitForURL(/\/login\?returnTo=%2Fadmin%2Fhealth/);
  await signInAsAdmin(page, stack);
  await expect(heading(page, "Health")).toBeVisible();
  await rest("started_at", "13 hours");
  await page.goto(`${baseUrl}/admin/merchants`);
  await expect(heading(page, "Your admin session has ended")).toBeVisible();
  await button(page, "Sign in again").click();
  await signInAsAdmin(page, stack);
  await expect(heading(page, "Merchants")).toBeVisible();
});

test("axe finds nothing on any page of the console, and no page is cut off", async ({ page }) => {
  test.setTimeout(600_000);
  await openAsAdmin(page, stack, "/admin");
  const pages = {
    "": "Overview",
    "/merchants": "Merchants",
    "/analytics": "Analytics",
    "/health": "Health",
    "/broadcasts": "Broadcasts",
    "/broadcasts/new": "New broadcast",
    "/holds": "Payments on hold",
    "/relay": "Relay",
    "/contracts": "Contracts",
    "/mail": "Emails",
    "/contact": "Contact messages",
    "/admins": "Admins",
    "/audit": "Audit log",
  };
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(`${baseUrl}/admin${path}`);
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByText(/^Loading [a-z-]+$/)).toHaveCount(0);
    await isInOrder(page);
  }
  await findMerchant(page, stack.signIn?.email ?? "");
  await isInOrder(page);
});
