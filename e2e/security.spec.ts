import { gzipSync } from "node:zlib";
import { expect, type Page, type Request, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createSession, getSession, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

/** Collects what the browser blocked or threw, and where it went. */
async function watch(page: Page) {
  const problems: string[] = [];
  const foreign: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => problems.push(text));
  await page.addInitScript(() => {
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sample }) =>
        Reflect.get(window, "reportViolation")(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== stack.baseUrl && protocol !== "data:") foreign.push(request.url());
  });
  return { problems, foreign };
}

test("a whole payment breaks no rule of the content security policy and asks nobody else", async ({
  page,
}) => {
  const { problems, foreign } = await watch(page);
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack);
  const response = await page.goto(session.checkoutUrl);
  const headers = response?.headers() ?? {};
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]+' 'strict-dynamic';/);
  expect(policy).not.toContain("unsafe");
  for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
    expect(policy).toContain(rule);
  }
  expect(headers).toMatchObject({
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
  });
  await payPage(page).choose("Example Wallet");
  await payPage(page).signAndPay();
  await page.reload();
  await payPage(page).receipt();
  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
});

test("every answer has a nonce of its own", async ({ page }) => {
  const { checkoutUrl } = await createSession(stack);
  const nonces = new Set<string>();
  for (let visit = 0; visit < 3; visit++) {
    const policy = (await page.request.get(checkoutUrl)).headers()["content-security-policy"] ?? "";
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
  }
  expect(nonces.size).toBe(3);
  expect((await page.request.get(`${stack.baseUrl}/health`)).headers()).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
});

const hostile = [
  "<script>window.hacked = 1</script>",
  "<img src=x onerror=window.hacked=1>",
  '"><svg/onload=window.hacked=1>',
  "';window.hacked=1//",
  "{{constructor.constructor('window.hacked=1')()}}",
  "</script><script>window.hacked=1</script>",
  "\u2028window.hacked=1\u2029",
  "javascript:window.hacked=1",
  "$" + "{window.hacked=1} {amount} $& %00 \u202Egnp.exe",
];

test("what a merchant writes is text, whatever it looks like", async ({ page }) => {
  const { problems } = await watch(page);
  const rename = (name: string, website: string | null) =>
    withDatabase(
      stack,
      (sql) => sql`update merchants set business_name = ${name}, website_url = ${website}`,
    );
  try {
    for (const text of hostile) {
      await rename(text, text);
      const session = await createSession(stack, { description: text });
      await withDatabase(
        stack,
        (sql) => sql`
          update payment_sessions set success_url = ${text}, cancel_url = ${text}
          where id = ${session.id}`,
      );
      await page.goto(session.checkoutUrl);
      await expect(payPage(page).button("Test wallet")).toBeVisible();
      const shown = await page.locator("header").innerText();
      // What would turn round the text beside it is gone; all else is there as it was written.
      const plain = text.replace("\u202e", "");
      expect(shown.replace(/\s+/g, " ")).toContain(plain.replace(/\s+/g, " ").trim());
      expect(await page.content()).not.toContain("\u202e");
      const links = await page
        .locator("a")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(links.filter((href) => !/^https?:\/\//.test(href ?? ""))).toEqual([]);
      expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
      expect(await page.title()).toContain(text.split(/\s/)[0] ?? "");
    }
  } finally {
    await rename("Acme Coffee", null);
  }
  expect(problems).toEqual([]);
});

test("a wallet's name and icon are text and data", async ({ page }) => {
  const { foreign } = await watch(page);
  await injectWallet(page, {
    chainId,
    name: "<img src=x onerror=window.hacked=1>",
    icon: "https://spy.example/pixel.png",
  });
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await expect(page.getByText("<img src=x onerror=window.hacked=1>")).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  expect(foreign).toEqual([]);
});

/** The request by which the page had its payment relayed. */
async function relayRequest(page: Page): Promise<{ request: Request; id: string }> {
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await payPage(page).choose("Example Wallet");
  const relayed = page.waitForRequest(
    (request) =>
      request.method() === "POST" && (request.postData() ?? "").includes("authSignature"),
  );
  await page.route("**/pay/**", (route) =>
    (route.request().postData() ?? "").includes("authSignature") ? route.abort() : route.continue(),
  );
  await payPage(page).button("Sign and pay").click();
  return { request: await relayed, id: session.id };
}

test("the relay action answers our own page alone", async ({ page, playwright }) => {
  const { request, id } = await relayRequest(page);
  const { "next-action": action = "" } = request.headers();
  const send = async (origin: string | undefined) => {
    const api = await playwright.request.newContext();
    const response = await api.post(request.url(), {
      headers: {
        "next-action": action,
        "content-type": "text/plain;charset=UTF-8",
        accept: "text/x-component",
        ...(origin === undefined ? {} : { origin }),
      },
      data: request.postData() ?? "",
    });
    const text = await response.text();
    await api.dispose();
    return text;
  };
  expect(action).not.toBe("");
  for (const origin of [undefined, "null", "https://evil.example"]) {
    expect(await send(origin)).not.toContain('"ok":true');
    expect((await getSession(stack, id)).status).toBe("pending");
  }
  expect(await send(undefined)).toContain("origin_mismatch");
  const accepted = await send(stack.baseUrl);
  expect(accepted).toContain('"ok":true');
  // Status, hashes and times: no key, no merchant, no customer.
  expect(accepted).not.toMatch(/sk_|pk_|plat|apiKey|idempotency|merchant|email/i);
});

test("the page's JavaScript keeps within its budget", async ({ page }) => {
  const session = await createSession(stack);
  const html = await (await page.request.get(session.checkoutUrl)).text();
  const sources = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []);
  expect(sources.length).toBeGreaterThan(3);
  let bytes = 0;
  for (const source of new Set(sources)) {
    const script = await page.request.get(new URL(source, stack.baseUrl).href);
    bytes += gzipSync(await script.body()).byteLength;
  }
  expect(bytes).toBeLessThan(150_000);
  expect(gzipSync(html).byteLength).toBeLessThan(12_000);
});
