import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { createPlan } from "./plans";
import { createSession, merchantApi, type Stack, withDatabase } from "./stack";

/** A page of the dashboard, and what it shows as it was written. */
export interface HostilePage {
  /** Below the dashboard. */
  readonly path: string;
  readonly shows: readonly string[];
}

/** One field's text: what follows tells the fields apart, and it begins as the text does. */
export const inField = (text: string, field: string) => `${text} ${field}`;

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
    name: inField(text, "name"),
    externalRef: inField(text, "ref"),
    metadata: metadataOf(text, "meta"),
  });
  // The API takes addresses only; what came another way is shown like any text.
  const email = inField(text, "mail");
  await withDatabase(
    stack,
    (sql) => sql`update customers set email = ${email}, email_history = jsonb_set(
      email_history, '{0,email}', to_jsonb(${inField(text, "before")}::text)) where id = ${id}`,
  );
  const fields = ["name", "ref", "mail", "before"].map((field) => inField(text, field));
  return { path: `customers/${id}`, shows: [...fields, ...shownMetadata(text, "meta")] };
}

async function makeInvoice(stack: Stack, text: string): Promise<HostilePage> {
  const { id } = await merchantApi(stack).invoices.create({
    currency: "USDC",
    customerName: inField(text, "name"),
    customerEmail: "ada@example.com",
    note: inField(text, "note"),
    lineItems: [
      { description: inField(text, "line 1"), quantity: 1, unitAmount: "1000000" },
      { description: inField(text, "line 2"), quantity: 2, unitAmount: "2000000" },
    ],
  });
  const email = inField(text, "mail");
  await withDatabase(
    stack,
    (sql) => sql`update invoices set customer_email = ${email} where id = ${id}`,
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
export async function makeHostileObjects(stack: Stack, text: string): Promise<HostilePage[]> {
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
export async function makeHostileKeys(stack: Stack, texts: readonly string[]): Promise<string[]> {
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

/** Whoever knows an inspector's address posts what they like to it. @returns what it is to show */
export async function postToInspector(
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
