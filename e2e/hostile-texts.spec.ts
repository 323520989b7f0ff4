import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { hostileTexts } from "@/testing/hostile-text";
import { watchProblems } from "./own-account";
import { createPlan, subscribedPlan } from "./plans";
import { openAsOwner } from "./sign-in";
import { createSession, merchantApi, type Stack, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
/** All but the one with a character that no text of the API may have. */
const texts = hostileTexts.filter((text) => !text.includes("\0"));
/** As a page shows it: spaces in a row are one. */
const seen = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Nothing that somebody wrote is executed, or asks for what the policy on content refuses. */
function watchTexts(page: Page): string[] {
  const problems = watchProblems(page);
  page.on("dialog", (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (new URL(request.url()).hostname === "evil.example") problems.push(request.url());
  });
  return problems;
}

/** What the page's texts are, those of fields too, and not what its scripts carry. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const each of body.querySelectorAll("script, style, template")) each.remove();
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
    return [body.textContent, ...fields.map(({ value }) => value)].join("\n");
  });

/** The page that is open shows texts as they were written, and none of them has done anything. */
async function isHarmless(page: Page, path: string, shows: readonly string[]): Promise<void> {
  const missing = async () => {
    // So many pages so quickly reach the limit on requests.
    if (await page.getByText("rate_limited").first().isVisible()) {
      await page.waitForTimeout(5_000);
      await page.reload();
    }
    const words = seen(await wordsOf(page));
    return shows.filter((text) => !words.includes(seen(text)));
  };
  await expect.poll(missing, { message: path, timeout: 60_000 }).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, "hacked")), path).toBeUndefined();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${stack.baseUrl}/dashboard/${path}${path.includes("?") ? "&" : "?"}mode=test`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** The whole list, however much others have filled it. */
async function loadAll(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: "Load more" });
  const rows = page.getByRole("row");
  while (await more.isVisible()) {
    const before = await rows.count();
    const goOn = async () => {
      await more.click();
      await expect.poll(() => rows.count(), { timeout: 3_000 }).toBeGreaterThan(before);
    };
    // So many pages so quickly reach the limit on requests.
    await expect(goOn).toPass({ timeout: 90_000, intervals: [5_000] });
  }
}

/** Signs in where every column has room. */
async function begin(page: Page): Promise<void> {
  await openAsOwner(page, stack, "/dashboard/payments");
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A page of the dashboard, and what it shows as it was written. */
interface HostilePage {
  /** Below the dashboard. */
  readonly path: string;
  readonly shows: readonly string[];
}

/** One field's text: what follows tells the fields apart, and it begins as the text does. */
const inField = (text: string, field: string) => `${text} ${field}`;

const metadataOf = (text: string, field: string) => ({
  [inField(text.slice(0, 30), "key")]: inField(text, field),
});
const shownMetadata = (text: string, field: string) => [
  inField(text.slice(0, 30), "key"),
  inField(text, field),
];

async function makeCustomer(stack: Stack, text: string): Promise<HostilePage> {
  const { id } = await merchantApi(stack).customers.upsert({
    walletAddress: privateKeyToAddress(generatePrivateKey()),
    email: "ada@example.com",
    name: "Ada",
    externalRef: inField(text, "ref"),
    metadata: metadataOf(text, "meta"),
  });
  // The API takes addresses, and names without links; what came another way is shown like any text.
  const email = inField(text, "mail");
  const name = inField(text, "name");
  await withDatabase(
    stack,
    (sql) => sql`update customers set name = ${name}, email = ${email}, email_history = jsonb_set(
      email_history, '{0,email}', to_jsonb(${inField(text, "before")}::text)) where id = ${id}`,
  );
  const fields = ["name", "ref", "mail", "before"].map((field) => inField(text, field));
  return { path: `customers/${id}`, shows: [...fields, ...shownMetadata(text, "meta")] };
}

async function makeInvoice(stack: Stack, text: string): Promise<HostilePage> {
  const { id } = await merchantApi(stack).invoices.create({
    currency: "USDC",
    customerName: "Ada",
    customerEmail: "ada@example.com",
    note: inField(text, "note"),
    lineItems: [
      { description: inField(text, "line 1"), quantity: 1, unitAmount: "1000000" },
      { description: inField(text, "line 2"), quantity: 2, unitAmount: "2000000" },
    ],
  });
  const email = inField(text, "mail");
  const name = inField(text, "name");
  await withDatabase(
    stack,
    (sql) => sql`update invoices set customer_email = ${email}, customer_name = ${name}
      where id = ${id}`,
  );
  const fields = ["name", "note", "line 1", "line 2", "mail"];
  return { path: `invoices/${id}`, shows: fields.map((field) => inField(text, field)) };
}

async function makeEndpoint(stack: Stack, text: string): Promise<HostilePage> {
  const { webhookEndpoints } = merchantApi(stack);
  const url = `http://127.0.0.1:9/${inField(text, "path")}`;
  const { id } = await webhookEndpoints.create({
    url: "http://127.0.0.1:9/hook",
    events: ["payment.completed"],
    mode: "test",
    description: inField(text, "endpoint"),
  });
  // So many may be enabled at once.
  await webhookEndpoints.disable({ id });
  await withDatabase(
    stack,
    (sql) => sql`update webhook_endpoints set url = ${url} where id = ${id}`,
  );
  return { path: `developers/webhooks/${id}`, shows: [url, inField(text, "endpoint")] };
}

/** An object of each kind whose texts are what strangers may write. @returns their pages */
async function makeHostileObjects(stack: Stack, text: string): Promise<HostilePage[]> {
  const session = await createSession(stack, {
    description: inField(text, "payment"),
    metadata: metadataOf(text, "order"),
  });
  const plan = await createPlan(stack, {
    name: inField(text, "plan"),
    description: inField(text, "about"),
    metadata: metadataOf(text, "tier"),
  });
  return [
    {
      path: `payments/${session.id}`,
      shows: [inField(text, "payment"), ...shownMetadata(text, "order")],
    },
    {
      path: `plans/${plan.id}`,
      shows: [inField(text, "plan"), inField(text, "about"), ...shownMetadata(text, "tier")],
    },
    await makeCustomer(stack, text),
    await makeInvoice(stack, text),
    await makeEndpoint(stack, text),
  ];
}

/** Keys with such names, which cannot be used. */
async function makeHostileKeys(stack: Stack, texts: readonly string[]): Promise<string[]> {
  const names = texts.map((text) => inField(text, "key's name"));
  await withDatabase(
    stack,
    (sql) => sql`
      insert into api_keys (id, merchant_id, mode, kind, name, scopes, hash, prefix, last4,
        api_version, status, revoked_at, revoked_reason)
      select 'ak_' || left(md5(n.name), 24), k.merchant_id, k.mode, k.kind, n.name, k.scopes,
        sha256(convert_to(n.name, 'UTF8')), k.prefix, k.last4, k.api_version, 'revoked', now(), 'manual'
      from unnest(${names}::text[]) as n (name), (
        select * from api_keys where merchant_id = ${stack.merchant.id} and mode = 'test' limit 1
      ) k
      on conflict do nothing`,
  );
  return names;
}

/** Anyone who knows an inspector's address can post any text to it. @returns what it is to show */
async function postToInspector(
  page: Page,
  stack: Stack,
  texts: readonly string[],
): Promise<string[]> {
  const { webhookEndpoints, webhookInspector } = merchantApi(stack);
  const { url } = await webhookInspector.open();
  if (!url) throw new Error("an inspector has an address");
  await webhookEndpoints.create({ url, events: ["payment.completed"], mode: "test" });
  const shows: string[] = [];
  for (const [at, text] of texts.entries()) {
    // As JSON, which is laid out anew, and as it is.
    const data = at % 2 === 0 ? JSON.stringify({ type: text, data: [text] }) : text;
    const ascii = text.replaceAll(/[^ -~]/g, "?");
    const headers = { "content-type": "application/json", "webhook-id": ascii };
    const answer = await page.request.post(url, { data: Buffer.from(data), headers });
    if (!answer.ok()) throw new Error(`the inspector answers ${answer.status()}`);
    shows.push(ascii);
  }
  return shows;
}

const fieldOf = (field: string) => texts.map((text) => inField(text, field));

test("what strangers write is shown as it was written on each object's page and in whole lists, and does nothing", async ({
  page,
}) => {
  test.setTimeout(360_000);
  const problems = watchTexts(page);
  const pages: HostilePage[] = [];
  for (const text of texts) pages.push(...(await makeHostileObjects(stack, text)));
  await begin(page);
  for (const { path, shows } of pages) {
    await open(page, path);
    await isHarmless(page, path, shows);
  }
  const lists: readonly [string, string[]][] = [
    ["payments", fieldOf("payment")],
    ["customers", fieldOf("name")],
    ["plans", fieldOf("plan")],
    ["invoices", fieldOf("name")],
    ["developers/webhooks", fieldOf("endpoint")],
    ["developers/keys", await makeHostileKeys(stack, texts)],
    ["developers/events", []],
    ["developers/logs", []],
    ["transactions", []],
  ];
  for (const [path, shows] of lists) {
    await open(page, path);
    await loadAll(page);
    await isHarmless(page, path, shows);
  }
  expect(problems).toEqual([]);
});

test("what anybody posts to an inspector is shown as it came, and what is searched for as it was typed", async ({
  page,
}) => {
  const problems = watchTexts(page);
  const shows = await postToInspector(page, stack, texts);
  await begin(page);
  await open(page, "developers/inspector");
  const received = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  await expect(received.nth(texts.length - 1)).toBeVisible();
  for (const [at, text] of texts.entries()) {
    // The newest comes first.
    const item = received.nth(texts.length - 1 - at);
    await item.getByRole("button", { name: "Headers and body" }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer).toBeVisible();
    const body = at % 2 === 0 ? JSON.stringify(text) : text;
    await isHarmless(page, "developers/inspector", [body, shows[at] ?? ""]);
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
  }
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("dialog", { name: "Search" }).getByRole("combobox");
  for (const text of texts) {
    await field.fill(text);
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("status")).not.toBeEmpty();
    await isHarmless(page, `search for ${text}`, [text]);
  }
  for (const text of texts) {
    await open(
      page,
      `payments?customerId=${encodeURIComponent(text)}&json=${encodeURIComponent(text)}`,
    );
    await isHarmless(page, "payments?customerId", []);
  }
  expect(problems).toEqual([]);
});

test("a business, a plan and a reason with such names do nothing on Home, in the settings and on a subscription's page", async ({
  page,
}) => {
  test.setTimeout(360_000);
  const { id: merchantId } = stack.merchant;
  const { plan, subscription } = await subscribedPlan(page, stack);
  const problems = watchTexts(page);
  await begin(page);
  const rename = (business: string, planName: string, reason: string | null) =>
    withDatabase(stack, async (sql) => {
      await sql`update merchants set business_name = ${business} where id = ${merchantId}`;
      await sql`update subscription_plans set name = ${planName} where id = ${plan.id}`;
      await sql`update subscriptions set cancel_reason = ${reason} where id = ${subscription.id}`;
    });
  const [merchant] = await withDatabase(
    stack,
    (sql) => sql<{ name: string }[]>`
      select business_name as name from merchants where id = ${merchantId}`,
  );
  try {
    for (const text of texts) {
      const names = ["business", "plan", "reason"].map((field) => inField(text, field));
      const [business = "", plan = "", reason = ""] = names;
      await rename(business, plan, reason);
      await open(page, "");
      await isHarmless(page, "Home", [business]);
      await open(page, "settings/business");
      await isHarmless(page, "settings/business", [business]);
      await open(page, `subscriptions/${subscription.id}`);
      await isHarmless(page, "subscriptions", [business, plan, reason]);
    }
  } finally {
    await rename(merchant?.name ?? "Acme", "Coffee club", null);
  }
  expect(problems).toEqual([]);
});
