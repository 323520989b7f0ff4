import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { newId } from "@/lib/core/ids";
import { type Mode, modes } from "@/lib/core/modes";
import { makeSamples } from "./api-samples";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";
import { addAdmin, addUser } from "./persons";
import { readCsv } from "./read-csv";

let target: ApiTarget;
let ada: ApiMerchant;
let bob: ApiMerchant;
let adminToken: string;
let baseUrl: string;
let samples: Record<Mode, Record<string, Sample>>;

beforeAll(async () => {
  target = await openApiTarget();
  baseUrl = await target.baseUrl();
  ada = await target.addMerchant();
  bob = await target.addMerchant();
  samples = {
    test: await makeSamples(target, ada, "test"),
    live: await makeSamples(target, ada, "live"),
  };
  for (const mode of modes) await makeSamples(target, bob, mode);
  adminToken = await target.adminToken();
});
afterAll(() => target.close());

const lists = [...registry].filter(([, { query }]) => query && "cursor" in query.shape);
/** What admin users list is no merchant's. */
const owned = lists.filter(([, { auth }]) => auth !== "admin");
const keyFor = ({ auth }: Endpoint, mode: Mode) => (auth === "admin" ? adminToken : ada.keys[mode]);

interface CsvRequest {
  readonly key: string;
  readonly mode?: Mode;
  readonly accept?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

function ask(name: string, endpoint: Endpoint, asked: CsvRequest): Promise<Response> {
  const { key, mode = "test", accept = "text/csv", query = {}, headers } = asked;
  const id = samples[mode][name]?.params?.id ?? "";
  const url = new URL(endpoint.path.replace("{id}", id), baseUrl);
  url.search = new URLSearchParams(query).toString();
  return fetch(url, { headers: { authorization: `Bearer ${key}`, accept, ...headers } });
}

/** All rows of a list in JSON, two at a time. */
async function inJson(name: string, endpoint: Endpoint, asked: CsvRequest): Promise<object[]> {
  const rows: object[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...asked.query, limit: "2", ...(cursor === null ? {} : { cursor }) };
    const reply = await ask(name, endpoint, { ...asked, query, accept: "application/json" });
    const page = (await reply.json()) as { data: object[]; nextCursor: string | null };
    rows.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

async function inCsv(name: string, endpoint: Endpoint, asked: CsvRequest) {
  const reply = await ask(name, endpoint, asked);
  expect(reply.status, name).toBe(200);
  expect(reply.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
  return readCsv(await reply.text());
}

/** What a cell has to say of a field: what stands at its place in JSON. */
function textAt(row: object, column: string): string {
  const value = column
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], row);
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Millionths, as the smallest unit of both currencies is. */
function inSmallestUnit(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(6, "0")).toString();
}

function expectSame(columns: string[], cells: Record<string, string>, row: object): void {
  for (const column of columns) {
    const amount = column.match(/^(.*)Decimal$/)?.[1];
    const cell = cells[column] ?? "";
    const told = amount === undefined || cell === "" ? cell : inSmallestUnit(cell);
    expect(told, column).toBe(textAt(row, amount ?? column));
  }
}

describe("every list", () => {
  it("is one that has rows here", () => {
    expect(lists.length).toBeGreaterThan(12);
  });

  it.each(lists)("%s is the same as CSV, to the unit and in order", async (name, endpoint) => {
    for (const mode of modes) {
      const asked = { key: keyFor(endpoint, mode), mode };
      const { columns, rows } = await inCsv(name, endpoint, asked);
      const all = await inJson(name, endpoint, asked);
      // What a key was used for grows by each of these requests.
      const isGrowing = ["listApiKeyRequests", "listRequests"].includes(name);
      const sent = isGrowing ? all.slice(all.length - rows.length) : all;
      if (!isGrowing) expect(rows.length).toBeGreaterThan(0);
      expect(rows).toHaveLength(sent.length);
      for (const [place, row] of sent.entries()) expectSame(columns, rows[place] ?? {}, row);
    }
  });

  it.each(owned)("%s as CSV has no rows of another merchant or mode", async (name, endpoint) => {
    const own = await inCsv(name, endpoint, { key: ada.keys.test });
    const others = await ask(name, endpoint, { key: bob.keys.test });
    const isBelow = endpoint.path.includes("{");
    expect(others.status).toBe(isBelow ? 404 : 200);
    const other = isBelow ? [] : readCsv(await others.text()).rows;
    const live = await inCsv(name, endpoint, { key: ada.keys.live, mode: "live" });
    const idsOf = (rows: Record<string, string>[]) =>
      rows.map(({ id, requestId }) => id ?? requestId);
    const foreign = new Set(idsOf([...other, ...live.rows]));
    expect(idsOf(own.rows).filter((id) => foreign.has(id))).toEqual([]);
    for (const row of own.rows) if ("mode" in row) expect(row.mode).toBe("test");
  });

  it.each(lists)("%s as CSV is refused to keys as it is in JSON", async (name, endpoint) => {
    const { key: scopeless } = await target.mint(ada.id, "test", []);
    const refused = [
      ...(endpoint.publishable ? [] : [ada.publishable.test]),
      scopeless,
      "sk_test_short",
    ];
    for (const key of refused) {
      const [csv, json] = await Promise.all(
        ["text/csv", "application/json"].map(async (accept) => {
          const reply = await ask(name, endpoint, { key, accept });
          const { error } = (await reply.json()) as { error: { code: string; details: object } };
          return { status: reply.status, code: error.code, details: error.details };
        }),
      );
      expect(csv?.status).toBeGreaterThanOrEqual(401);
      expect(csv).toEqual(json);
    }
  });

  it.each(lists)("%s as CSV takes a person who has authenticated anew", async (name, endpoint) => {
    const person =
      endpoint.auth === "admin"
        ? await addAdmin(target.db, target.issuer, "admin")
        : await addUser(target.db, target.issuer, [ada.id]);
    const longAgo = Math.floor(Date.now() / 1_000) - 700;
    const old = target.issuer.tokenOf(person.subject, { auth_time: longAgo });
    for (const mode of modes) {
      const asked = { mode, headers: { "stipend-mode": mode } };
      const inTime = await ask(name, endpoint, { ...asked, key: person.token });
      expect(inTime.status).toBe(200);
      await inTime.text();
      const late = await ask(name, endpoint, { ...asked, key: old });
      expect(late.status).toBe(403);
      expect(await late.json()).toMatchObject({
        error: { code: "permission_denied", details: { reason: "step_up_required" } },
      });
      const inJsonToo = await ask(name, endpoint, { ...asked, key: old, accept: "*/*" });
      expect(inJsonToo.status).toBe(200);
    }
  });

  it.each(lists)("%s has no pages as CSV", async (name, endpoint) => {
    for (const param of ["limit", "cursor"]) {
      const query = { [param]: "5" };
      const reply = await ask(name, endpoint, { key: keyFor(endpoint, "test"), query });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({
        error: { param, details: { reason: "csv_is_whole" } },
      });
    }
  });
});

/** What a spreadsheet would run, or take for the beginning of another cell. */
const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"];
const formula = /^[\t\r\n]|^\s*[=+\-@＝]/;

/** A row of each list of admin users that says a text. */
async function addForeignTexts(text: string): Promise<void> {
  const { db } = target;
  const [adminId, mailId] = [newId("adminUser"), newId("mail")];
  const email = `${adminId}@example.com`;
  await db`insert into admin_users ${db({ id: adminId, email, role: "read_only", name: text })}`;
  await db`insert into merchants ${db({ id: newId("merchant"), businessName: text, email })}`;
  await db`insert into broadcasts ${db({ id: newId("broadcast"), title: text, body: text, audience: "all", createdBy: adminId })}`;
  await db`insert into contact_messages ${db({
    ...{ id: newId("contactMessage"), name: text, company: text, message: text, email },
    ...{ topic: "sales", expiresAt: new Date("2100-01-01") },
  })}`;
  await db`insert into mails ${db({
    ...{ id: mailId, mode: "live", kind: "welcome", recipient: email, dedupeKey: mailId },
    ...{ state: "refused", failure: "refused_550", response: text, closedAt: new Date() },
    ...{ attempts: 1, facts: db.json({}) },
  })}`;
  await db`insert into audit_log ${db({
    ...{ id: newId("auditEntry"), actorKind: "operator", actorName: "tester", action: "a.test" },
    ...{ subjectType: "merchant", subjectId: "mer_1", reason: text, command: text },
    ...{ requestId: newId("request"), after: db.json({ name: text }) },
  })}`;
}

describe("a file", () => {
  const customers = registry.get("listCustomers") as Endpoint;

  async function addCustomer(merchantId: string, name: string, metadata = {}) {
    const id = newId("customer");
    const walletAddress = `0x${Buffer.from(id).toString("hex").slice(-40)}`;
    await target.db`
      insert into customers ${target.db({ id, merchantId, mode: "test", walletAddress, name, metadata: target.db.json(metadata) })}`;
    return id;
  }

  it("has every row, however many, and of a filter those alone that it finds", async () => {
    const many = await target.addMerchant();
    await target.db`
      insert into customers (id, merchant_id, mode, wallet_address, external_ref, created_at, updated_at)
      select 'cus_' || left(md5(${many.id} || g::text), 24), ${many.id}, 'test', substr(sha256(g::text::bytea), 1, 20),
        'ref ' || g, '2026-01-01T00:00:00Z'::timestamptz + g / 150 * interval '1 second', now()
      from generate_series(1, 450) g`;
    const { rows } = await inCsv("listCustomers", customers, { key: many.keys.test });
    expect(new Set(rows.map(({ externalRef }) => externalRef)).size).toBe(450);
    expect(rows).toHaveLength(450);
    const query = { externalRef: "ref 7" };
    const found = await inCsv("listCustomers", customers, { key: many.keys.test, query });
    expect(found.rows.map(({ externalRef }) => externalRef)).toEqual(["ref 7"]);
  });

  it("of the customers by value has every row too", async () => {
    const many = await target.addMerchant();
    await target.db`
      with added as (
        insert into customers (id, merchant_id, mode, wallet_address)
        select 'cus_' || left(md5(${many.id} || g::text), 24), ${many.id}, 'test', substr(sha256(g::text::bytea), 1, 20)
        from generate_series(1, 450) g returning id
      )
      insert into customer_totals (merchant_id, mode, currency, customer_id, spent, payments)
      select ${many.id}, 'test', 'USDC', id, 1000000, 1 from added`;
    const values = registry.get("listCustomerValues") as Endpoint;
    const { rows } = await inCsv("listCustomerValues", values, { key: many.keys.test });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(450);
  });

  it("of no rows has the columns", async () => {
    const none = await target.addMerchant();
    const { columns, rows } = await inCsv("listCustomers", customers, { key: none.keys.test });
    expect(rows).toEqual([]);
    expect(columns.slice(0, 3)).toEqual(["id", "object", "mode"]);
  });

  it("has no text that a spreadsheet would run, and every other as it is", async () => {
    const shop = await target.addMerchant();
    const plain = ['a "quoted", one', "two\r\nlines", "a=b", "Ünïcode ✓", "-"];
    for (const text of [...texts, ...plain]) await addCustomer(shop.id, text, { note: text });
    const { rows } = await inCsv("listCustomers", customers, { key: shop.keys.test });
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...texts, "-"]
        .map((text) => `'${text}`)
        .concat(plain.slice(0, -1))
        .sort(),
    );
    for (const { metadata } of rows) expect(JSON.parse(metadata ?? "")).toHaveProperty("note");
  });

  it("of admin users has none either, in what visitors, merchants and admin users wrote", async () => {
    for (const text of [...texts, "x\t=1"]) await addForeignTexts(text);
    const admins = lists.filter(([, { auth }]) => auth === "admin");
    expect(admins.map(([name]) => name).toSorted()).toEqual([
      ...["listAdmins", "listAuditLog", "listBroadcasts", "listContactMessages", "listMails"],
      "listMerchants",
    ]);
    for (const [name, endpoint] of admins) {
      const { rows } = await inCsv(name, endpoint, { key: adminToken });
      const cells = new Set(rows.flatMap((row) => Object.values(row)));
      for (const text of texts) expect(cells, `${name} has ${text}`).toContain(`'${text}`);
      expect(cells, name).toContain("x\t=1");
      const run = [...cells].filter((cell) => formula.test(cell) && !/^-?[\d.]+$/.test(cell));
      expect(run, name).toEqual([]);
    }
  });

  it("of movements has nothing that others wrote", async () => {
    const { columns } = await inCsv("listMovements", registry.get("listMovements") as Endpoint, {
      key: ada.keys.test,
    });
    expect(columns).toEqual([
      ...["id", "object", "date", "kind", "chainId", "blockNumber", "blockTimestamp", "txHash"],
      ...["logIndex", "currency", "token", "from", "to", "amount", "amountDecimal"],
      ...["fee", "feeDecimal", "net", "netDecimal"],
    ]);
  });

  it("is one that a browser stores, under a name that says what it is", async () => {
    const reply = await ask("listCustomers", customers, { key: ada.keys.test });
    expect(reply.headers.get("content-disposition")).toMatch(
      /^attachment; filename="customers-test-\d{4}-\d\d-\d\d\.csv"$/,
    );
    await reply.text();
  });
});
