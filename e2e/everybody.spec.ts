import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { openAsAdmin } from "./admin-sign-in";
import { fundedKey } from "./fund";
import { injectWallet, WalletRefusal } from "./injected-wallet";
import { signUpByApi } from "./own-account";
import { payPage } from "./pay-page";
import { openAsOwner } from "./sign-in";
import { createSession, merchantApi, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { chainId, baseUrl } = stack;

/* What people need who do not see the page, or have no pointer: where the focus is, what is said, what is seen. */

const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

test("forms are sent without input and answer: the first wrong field has the focus and says how it is put right", async ({
  page,
}) => {
  await openAsOwner(page, stack, "/dashboard/payments");
  await page.getByRole("button", { name: "New payment" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New payment" });
  await dialog.getByRole("button", { name: "Create payment" }).click();
  const amount = dialog.getByLabel("Amount");
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toHaveAccessibleDescription(/^Enter an amount like 49\.00/);
  await amount.fill("3");
  await expect(amount).not.toHaveAttribute("aria-invalid");

  await page.goto(`${baseUrl}/dashboard/plans/new?mode=test`);
  await page.getByRole("button", { name: "Create plan" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Club");
  await page.getByLabel("Price").fill("9");
  await page.getByLabel("Number of charges").fill("many");
  await page.getByRole("button", { name: "Create plan" }).click();
  await expect(page.getByLabel("Number of charges")).toBeFocused();

  await page.goto(`${baseUrl}/dashboard/invoices/new?mode=test`);
  await page.getByRole("button", { name: "Save draft" }).click();
  const description = page.getByRole("group", { name: "Line 1" }).getByLabel("Description");
  await expect(description).toBeFocused();
  await description.fill("Design");
  await page.getByLabel(/^Price in/).fill("10");
  await page.getByRole("button", { name: "Save and send" }).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/to send the invoice/);
});

test("a password that is wrong is told at its field, which has the focus", async ({ page }) => {
  await page.goto(`${baseUrl}/login`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not the right one at all");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expect(password).toHaveAccessibleDescription(/password is wrong/);
});

test("another page's heading takes the focus, in a shell that stays", async ({ page }) => {
  await openAsOwner(page, stack, "/dashboard/payments");
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  await nav.evaluate((element) => element.setAttribute("data-kept", "yes"));
  await nav.getByRole("link", { name: "Plans" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Plans" })).toBeFocused();
  await expect(nav).toHaveAttribute("data-kept", "yes");
  const { id } = await createSession(stack, { amount: "1230000" });
  await page.goto(`${baseUrl}/dashboard/payments?mode=test`);
  await page.getByRole("row", { name: /1\.23/ }).getByRole("link").press("Enter");
  await page.waitForURL(new RegExp(id));
  await expect(page.getByRole("heading", { level: 1, name: /^Payment 1\.23/ })).toBeFocused();
  await expect(page).toHaveTitle(/^Payment 1\.23.*, Open · Stipend$/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeFocused();
});

test("a key that is revoked does not take the focus along", async ({ page }) => {
  await signUpByApi(page, stack, {
    email: `keeps-${Date.now()}@example.com`,
    password: "correct horse battery staple",
  });
  await page.goto(`${baseUrl}/dashboard/developers/keys?mode=test`);
  await page.getByRole("button", { name: "Create key" }).press("Enter");
  const create = page.getByRole("dialog");
  await create.getByLabel("What is it for?").fill("Shop");
  await page.keyboard.press("Enter");
  await page.getByLabel(/^I have stored/).press("Space");
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await page.getByRole("button", { name: "Revoke Shop" }).press("Enter");
  await page.getByLabel("Type “Shop” to confirm").fill("Shop");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Revoke Shop" })).toHaveCount(0);
  await expect.poll(() => hasFocus(page)).toBe(true);
});

test("a switch of the network that is declined is said, and its button keeps the focus", async ({
  page,
}) => {
  const wallet = await injectWallet(page, { chainId: 1, privateKey: fundedKey(stack) });
  const pay = payPage(page);
  let decline = () => {};
  wallet.answer("wallet_switchEthereumChain", async () => {
    await new Promise<void>((done) => {
      decline = done;
    });
    throw new WalletRefusal(4001);
  });
  await page.goto((await createSession(stack)).checkoutUrl);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Switch to Local chain")).toBeVisible();
  const status = page.locator("main [role=status]", { hasText: "Confirm the switch" });
  await expect(status).toBeVisible();
  const switches = () =>
    wallet.calls.filter((method) => method === "wallet_switchEthereumChain").length;
  await expect.poll(switches).toBe(1);
  decline();
  const button = pay.button("Switch network");
  await expect(page.locator("[role=status]", { hasText: "You declined the switch" })).toBeVisible();
  await button.press("Enter");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toBeFocused();
  await expect.poll(switches).toBe(2);
  decline();
  await expect(button).not.toHaveAttribute("aria-disabled");
  await expect(button).toBeFocused();
});

test("an email that is wrong on the pay page is told at its field", async ({ page }) => {
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  await page.goto((await createSession(stack)).checkoutUrl);
  await payPage(page).choose("Example Wallet");
  const email = page.getByLabel("E-mail for your receipt");
  await email.fill("ada@");
  await payPage(page).button("Sign and pay").click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/^Enter an email like/);
});

test("a payment that soon runs out says so before it is signed, and what was typed stays for another wallet", async ({
  page,
}) => {
  const { id, checkoutUrl } = await createSession(stack);
  const warning = page.getByRole("status").filter({ hasText: "left to sign." });
  await page.goto(checkoutUrl);
  await payPage(page).choose("Test wallet");
  await expect(payPage(page).button("Sign and pay")).toBeEnabled();
  await expect(warning).toHaveCount(0);
  await withDatabase(
    stack,
    (sql) => sql`
      update payment_sessions set expires_at = now() + interval '150 seconds' where id = ${id}`,
  );
  // The wallet is remembered.
  await page.reload();
  await expect(warning).toBeVisible();
  await page.getByLabel("E-mail for your receipt").fill("ada@example.com");
  await page.getByRole("button", { name: "Change" }).click();
  await payPage(page).choose("Test wallet");
  await expect(page.getByLabel("E-mail for your receipt")).toHaveValue("ada@example.com");
});

test("each step of signing in has an address, and Back goes one step back", async ({ page }) => {
  await page.goto(`${baseUrl}/login`);
  await page.getByRole("button", { name: "Sign in with a code by email" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with a code" })).toBeVisible();
  await page.getByLabel("E-mail").fill("owner@acme.example");
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await expect(page).toHaveURL(/#given$/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in with a code" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("owner@acme.example");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in to Stipend" })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Sign in with a code" })).toBeVisible();
});

test("a payment that was closed early says so, and titles and headings tell the state", async ({
  page,
}) => {
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await expect(page).toHaveTitle(/^Pay 49\.00\sUSDC to Acme Coffee$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(/^Pay Acme Coffee:/);
  await merchantApi(stack).paymentSessions.expire({ id: session.id });
  // Told by the page that is open, which knows the time until which it was payable at first.
  await expect(page.getByText("Acme Coffee closed this link early.")).toBeVisible();
  await expect(page.getByText("This link expired at")).toHaveCount(0);
  await expect(page).toHaveTitle("This payment link expired · Acme Coffee");
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(
    /^This payment link expired\. Payment to Acme Coffee:/,
  );
  await page.reload();
  await expect(page).toHaveTitle("This payment link expired · Acme Coffee");
});

/** The names of what has a label that leaves out the text that is seen. */
const misnamed = (page: Page) =>
  page.evaluate(() => {
    const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();
    const seen = (element: HTMLElement) =>
      plain(element.innerText.replace(element.querySelector(".sr-only")?.textContent ?? "", ""));
    return [...document.querySelectorAll<HTMLElement>(":is(a, button)[aria-label]")]
      .filter((element) => element.offsetParent && seen(element) !== "")
      .filter((element) => !plain(element.ariaLabel ?? "").includes(seen(element)))
      .map((element) => `${element.ariaLabel}: ${seen(element)}`);
  });

/** Whether what has the focus is behind what sticks to an edge. */
const isHidden = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return null;
    const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
    if (width < 2 || height < 2) return null;
    const x = Math.min(innerWidth - 1, Math.max(0, (left + right) / 2));
    const inside = [top + 2, (top + bottom) / 2, bottom - 2].filter(
      (y) => y > 0 && y < innerHeight,
    );
    const isSeen = inside.some((y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (at.contains(hit) || hit.contains(at));
    });
    return isSeen ? null : `${at.tagName} ${at.textContent?.slice(0, 40)}`;
  });

/** Data that has just come moves what has the focus: the page is left to stand, and the stop is gone to again. */
async function isHiddenAgain(page: Page, key: string) {
  await page.waitForTimeout(1_000);
  for (const again of [key === "Tab" ? "Shift+Tab" : "Tab", key]) await page.keyboard.press(again);
  return isHidden(page);
}

/** The paths of pages that need no object. */
const plainPages = readdirSync(join(projectRoot, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => basename(file) === "page.tsx" && !file.includes("["))
  .map((file) => `/${dirname(file).replace(/\(\w+\)\/?/g, "")}`.replace(/\/\.?$/, ""))
  .filter((path) => !path.startsWith("/dev") && path !== "/onboarding");

const isOfConsole = (path: string) => /^\/admin(\/|$)/.test(path);

/** Goes through the stops of a page's keyboard: none is hidden, and none is called what it does not show. */
async function walk(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("button:disabled")).toHaveCount(0);
  const hidden: string[] = [];
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let stop = 0; stop < 45; stop += 1) {
      await page.keyboard.press(key);
      const found = (await isHidden(page)) && (await isHiddenAgain(page, key));
      if (found) hidden.push(`${key} ${found}`);
    }
  }
  expect(hidden, url).toEqual([]);
  expect(await misnamed(page), url).toEqual([]);
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 320, height: 256 },
]) {
  test(`at ${size.width} by ${size.height} no stop of the keyboard is hidden, forwards or back`, async ({
    page,
  }) => {
    test.setTimeout(900_000);
    await page.setViewportSize(size);
    await openAsOwner(page, stack, "/dashboard/payments");
    const { checkoutUrl } = await createSession(stack, {
      cancelUrl: "https://shop.example/cart",
    });
    const plain = plainPages
      .filter((path) => !isOfConsole(path))
      .map((path) => `${baseUrl}${path}?mode=test`);
    expect(plain.length).toBeGreaterThan(30);
    for (const url of [...plain, checkoutUrl]) await walk(page, url);
  });

  test(`at ${size.width} by ${size.height} no stop of the keyboard is hidden in the console`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize(size);
    await openAsAdmin(page, stack, "/admin");
    const ofConsole = plainPages.filter(isOfConsole);
    expect(ofConsole.length).toBeGreaterThan(7);
    for (const path of ofConsole) await walk(page, `${baseUrl}${path}`);
  });
}

test("in forced colours what is chosen and what is filled have an edge", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openAsOwner(page, stack, "/dashboard/payments");
  const edgeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === "none" ? "none" : outlineWidth;
      });
  expect(await edgeOf("nav[aria-label=Dashboard] [aria-current]")).toBe("2px");
  expect(await edgeOf("nav[aria-label=Dashboard] a:not([aria-current])")).toBe("none");
  expect(await edgeOf("nav[aria-label='Kinds of payments'] [aria-current]")).toBe("2px");
  expect(await edgeOf("main button[class*='bg-action']")).toBe("1px");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("pay");
  await expect(page.getByRole("option", { selected: true })).toBeVisible();
  expect(await edgeOf("[role=option][aria-selected=true]")).toBe("2px");
  expect(await edgeOf("[role=option][aria-selected=false]")).toBe("none");
});

test("with more contrast, lines and quiet text are as strong as the text", async ({ page }) => {
  await page.emulateMedia({ contrast: "more" });
  await page.goto((await createSession(stack)).checkoutUrl);
  const colours = await page.evaluate(() => {
    const of = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
    return [of("--muted"), of("--line"), of("--edge")].map((colour) => colour === of("--ink"));
  });
  expect(colours).toEqual([true, true, true]);
});

test("no amount is broken within its number at 320 pixels with text of twice the size", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const amount of ["49000000", "1234567890000", "123456789123456"]) {
    await page.goto((await createSession(stack, { amount })).checkoutUrl);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const lines = await page
      .getByRole("heading", { level: 1 })
      .locator("span.block")
      .evaluate((element) => {
        const range = document.createRange();
        const [text] = [...element.childNodes].filter((node) => node.nodeType === 3);
        if (text) range.selectNodeContents(text);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    expect(lines, amount).toBe(1);
  }
});
