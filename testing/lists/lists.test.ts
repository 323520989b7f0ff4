import { createHash } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registry } from "@/lib/contract/registry";
import type { Mode } from "@/lib/core/modes";
import { withBoundCursors } from "@/lib/server/api/bound-cursor";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import {
  buffersOf,
  explain,
  nodesOf,
  type PlanNode,
  planModes,
  recordingDb,
  type SentStatement,
} from "./explain";
import { fillLists } from "./list-rows";
import { createdAt, type FilterSample, type ListSample, listSamples, ROWS } from "./list-samples";

/** The default size of a page. */
const PAGE = 20;
const MAX_BUFFERS = 200;
/** A page, the row that tells whether there is a next one, and what shares that row's moment: see `createdAt`. */
const MOST_SORTED = PAGE + 1 + 2;
/** A scan of fewer rows is a few pages. */
const LARGE_TABLE = 1_000;
const MODE: Mode = "test";

let target: ApiTarget;
let merchant: ApiMerchant;
let explainer: postgres.Sql;
let takeSent: () => SentStatement[];
let largeTables: Set<string>;

beforeAll(async () => {
  target = await openApiTarget();
  merchant = await target.addMerchant();
  const other = await target.addMerchant();
  const [deployment] = target.chains.deployments;
  const current = globalThis.stipendRuntime;
  if (!deployment || !current) throw new Error("the API runs in this process");
  const recording = recordingDb(target.db);
  // What is asked here would come into the list of requests between its pages.
  const { requestLog: _, ...withoutLog } = current;
  globalThis.stipendRuntime = { ...withoutLog, db: recording.db };
  takeSent = recording.takeSent;
  await fillLists(target.db, {
    rows: ROWS,
    big: merchant.id,
    other: other.id,
    deploymentId: deployment.id,
  });
  // As autovacuum does after every range.
  await target.db`select brin_summarize_new_values('transactions_by_hash')`;

  explainer = postgres(target.config.DATABASE_URL, { max: 1 });
  const large = await target.db<{ relname: string }[]>`
    select relname from pg_class where relkind = 'r' and reltuples > ${LARGE_TABLE}`;
  largeTables = new Set(large.map(({ relname }) => relname));
}, 240_000);
afterAll(async () => {
  await explainer.end();
  await target.close();
});

/**
 * The request log is read by key alone, by an index of its own. Customers' values are in the order of a counter,
 * notifications are events of some types, renewals are worked out of subscriptions, and movements are those of a range of
 * days: none has rows of its own.
 */
const others = [
  "listApiKeyRequests",
  "listCustomerValues",
  "listNotifications",
  "listHolds",
  "listRenewals",
  "listMovements",
];
const lists = [...registry].filter(
  ([name, { auth, query }]) =>
    // Lists of admin users are of all merchants: `lib/domain/admin` explains them.
    auth !== "admin" && query && "limit" in query.shape && !others.includes(name),
);
const filtersOf = (name: string) =>
  Object.keys(registry.get(name)?.query?.shape ?? {}).filter(
    (field) => !["limit", "cursor", "wait"].includes(field),
  );

function sampleOf(name: string): ListSample {
  const sample = listSamples[name];
  if (!sample) throw new Error(`${name} has no rows in listSamples`);
  return sample;
}

function filterOf(name: string, filter: string): FilterSample {
  const sample = sampleOf(name).filters[filter];
  if (!sample) throw new Error(`the filter ${filter} of ${name} has no values in listSamples`);
  return sample;
}

interface Answer {
  ids: string[];
  nextCursor: string | null;
  /** The selects that the request sent. */
  selects: SentStatement[];
}

async function ask(name: string, query: Record<string, string>): Promise<Answer> {
  const { table, below } = sampleOf(name);
  const path = (registry.get(name)?.path ?? "").replace("{id}", below?.id ?? "");
  takeSent();
  const headers = { authorization: `Bearer ${merchant.keys[MODE]}` };
  const reply = await target.send({ method: "GET", path, query, headers });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const selects = takeSent().filter(({ text }) => /^\s*select\b/i.test(text));
  expect(selects.filter(({ text }) => new RegExp(`\\b${table}\\b`).test(text))).not.toEqual([]);
  const body = reply.body as { data: { id: string }[]; nextCursor: string | null };
  return { ids: body.data.map(({ id }) => id), nextCursor: body.nextCursor, selects };
}

/** The ids of a list's first two pages, worked out without an index. */
async function idsOf(name: string, query: Record<string, string>): Promise<string[]> {
  const { table, order, below, idColumn = "id", condition } = sampleOf(name);
  const given = Object.entries(query);
  const conditions = given.map(([filter], index) =>
    filterOf(name, filter).condition.replace("$1", `$${index + 3}`),
  );
  const special = given.map(([filter]) => order?.[filter]).find((text) => text !== undefined);
  const place = below ? [`${below.column} || '' = '${below.id}'`] : [];
  const own = ["merchant_id || '' = $1", "mode || '' = $2", condition ?? "true"];
  const where = [...own, ...place, ...conditions].join(" and ");
  const rows = await target.db.unsafe<{ id: string }[]>(
    `select ${idColumn} as id from ${table} where ${where}
     order by ${special ?? "created_at desc, id desc"} limit ${2 * PAGE}`,
    [merchant.id, MODE, ...given.map(([, value]) => value)],
  );
  return rows.map(({ id }) => id);
}

/** A cursor in the middle of the owner's rows. */
async function deepCursor(name: string, query: Record<string, string>): Promise<string> {
  const [row] = await target.db.unsafe<
    { id: string; createdAt: Date; sequence?: number; position?: bigint }[]
  >(
    `select *, ${sampleOf(name).idColumn ?? "id"} as id from ${sampleOf(name).table}
     where merchant_id = $1 and mode = $2 and created_at >= $3
     order by created_at, ${sampleOf(name).idColumn ?? "id"} limit 1`,
    [merchant.id, MODE, createdAt(ROWS / 2)],
  );
  if (!row) throw new Error(`${name} has no row in the middle`);
  const { order } = sampleOf(name);
  if (Object.keys(query).some((filter) => order?.[filter] === "position")) {
    return Buffer.from(String(row.position)).toString("base64url");
  }
  const position = [row.createdAt.toISOString(), row.id, row.sequence ?? []].flat();
  return Buffer.from(position.join(" ")).toString("base64url");
}

/** A cursor in the middle of the owner's rows, as the list would return it. */
async function boundCursor(name: string, query: Record<string, string>): Promise<string> {
  const nextCursor = await deepCursor(name, query);
  const declaration = registry.get(name);
  if (!declaration) throw new Error(`${name} is not declared`);
  const id = sampleOf(name).below?.id;
  const input = { ...(id && { id }), ...declaration.query?.parse(query) };
  const page = withBoundCursors(declaration, async () => ({ nextCursor }));
  return (await page(null, input)).nextCursor;
}

/** What is wrong with a plan; `limit` is the most buffers that it may read. */
function faultsOf(plan: PlanNode, limit: number): string[] {
  const faults: string[] = [];
  for (const node of nodesOf(plan)) {
    const relation = node["Relation Name"] ?? "";
    if (node["Node Type"] === "Seq Scan" && largeTables.has(relation)) {
      faults.push(`reads all of ${relation}`);
    }
    const sorted = node.Plans?.[0]?.["Actual Rows"] ?? 0;
    if (/Sort/.test(node["Node Type"]) && sorted > MOST_SORTED) faults.push(`sorts ${sorted} rows`);
  }
  const buffers = buffersOf(plan);
  if (buffers > limit) faults.push(`reads ${buffers} buffers`);
  return faults;
}

/** Explains what a request sent, as the app's connections plan it. */
async function expectGoodPlans(
  { selects }: Answer,
  about: string,
  limit = MAX_BUFFERS,
): Promise<void> {
  for (const statement of selects) {
    for (const mode of planModes) {
      const plan = await explain(explainer, statement, mode);
      const nodes = nodesOf(plan).map((node) => `${node["Node Type"]} ${node["Index Name"] ?? ""}`);
      expect(faultsOf(plan, limit), `${about}, ${mode}: ${nodes.join(", ")}`).toEqual([]);
    }
  }
}

/** Asks for the first, the second and a late page of a list, and looks at their rows and plans. */
async function expectGoodPages(name: string, query: Record<string, string>): Promise<Answer> {
  const about = `${name} ${JSON.stringify(query)}`;
  const [filter] = Object.keys(query);
  const limit = filter === undefined ? MAX_BUFFERS : filterOf(name, filter).maxBuffers;
  const first = await ask(name, query);
  const expected = await idsOf(name, query);
  expect(first.ids, about).toEqual(expected.slice(0, PAGE));
  await expectGoodPlans(first, `${about}, first page`, limit);
  if (first.nextCursor) {
    const second = await ask(name, { ...query, cursor: first.nextCursor });
    expect(second.ids, `${about}, second page`).toEqual(expected.slice(PAGE));
    await expectGoodPlans(second, `${about}, second page`, limit);
  }
  const late = await ask(name, { ...query, cursor: await boundCursor(name, query) });
  await expectGoodPlans(late, `${about}, late page`, limit);
  return first;
}

describe("the rows that the lists are tested on", () => {
  it("are there for every list and every filter that is declared", () => {
    expect(Object.keys(listSamples).sort()).toEqual(lists.map(([name]) => name).sort());
    for (const [name] of lists) {
      expect(Object.keys(sampleOf(name).filters).sort(), name).toEqual(filtersOf(name).sort());
    }
  });

  it.each(lists)("%s has many, of several merchants and both modes", async (name) => {
    const [row] = await target.db.unsafe<{ rows: number; own: number; owners: number }[]>(
      `select count(*)::int as rows, count(distinct (merchant_id, mode))::int as owners,
         (count(*) filter (where merchant_id = $1 and mode = $2))::int as own
       from ${sampleOf(name).table}`,
      [merchant.id, MODE],
    );
    expect(row?.rows).toBeGreaterThanOrEqual(ROWS);
    expect(row?.own).toBeGreaterThan(ROWS / 2);
    expect(row?.owners).toBeGreaterThan(4);
  });
});

describe.each(lists)("%s", (name) => {
  it("reads a page of the whole list, and no more", async () => {
    const { nextCursor } = await expectGoodPages(name, {});
    expect(nextCursor).not.toBeNull();
  });

  it.each(filtersOf(name).map((filter) => [filter] as const))(
    "reads a page by %s, whether many rows have the value or few",
    async (filter) => {
      const { frequent, rare } = filterOf(name, filter);
      const few = await expectGoodPages(name, { [filter]: rare });
      expect(few.ids).not.toEqual([]);
      if (frequent === null) return;
      const many = await expectGoodPages(name, { [filter]: frequent });
      expect(many.nextCursor).not.toBeNull();
    },
  );
});

it("listEvents reads a resource's page alone while its table has no statistics yet", async () => {
  const { frequent, rare } = filterOf("listEvents", "resourceId");
  await explainer.unsafe("begin");
  try {
    await explainer.unsafe("delete from pg_statistic where starelid = 'events'::regclass");
    for (const resourceId of [frequent ?? "", rare]) {
      const first = await ask("listEvents", { resourceId });
      await expectGoodPlans(first, `${resourceId}, without statistics`);
    }
  } finally {
    await explainer.unsafe("rollback");
  }
});

describe("search", () => {
  const digest = createHash("sha256").update("1000").digest();
  const hash = `0x${digest.toString("hex")}`;
  const relayed = `0x${createHash("sha256").update(digest).digest("hex")}`;
  const wallet = `0x${createHash("sha256").update(randomOf(1_000)).digest("hex").slice(0, 40)}`;

  /** As the rows have it whose number this is. */
  function randomOf(number: number): string {
    return createHash("md5").update(String(number)).digest("hex").slice(0, 24);
  }

  /** Of refunds that the relay sent. */
  beforeAll(async () => {
    await target.db`
      insert into refund_authorizations (refund_id, chain_id, deployment_id, from_address, nonce,
        valid_before, signature, sender_has_code, state, tx_hash)
      select id, chain_id, ${target.chains.deployments[0]?.id ?? ""}, owner, refund_ref, 0, refund_ref,
        false, 'done', sha256(tx_hash)
      from refunds where block_number <= ${ROWS / 5}::int`;
    await target.db`analyze refund_authorizations`;
  }, 60_000);

  async function searchFor(q: string): Promise<{ found: unknown[]; plans: Answer }> {
    takeSent();
    const headers = { authorization: `Bearer ${merchant.keys[MODE]}` };
    const { status, body } = await target.send({
      method: "GET",
      path: "/v1/search",
      query: { q },
      headers,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const selects = takeSent().filter(({ text }) => /union all|from \(/i.test(text));
    expect(selects).not.toEqual([]);
    return { found: body.data as unknown[], plans: { ids: [], nextCursor: null, selects } };
  }

  it.each([
    ["an amount that many rows have", "5"],
    ["a number", "5000000"],
    ["a name that many rows have", "Customer freq"],
    ["a name that few rows have", "customer rare"],
    ["how nearly every name begins", "customer"],
    ["an address of e-mail that many rows have", "FREQUENT@example.com"],
    ["an address of e-mail that few rows have", "rare@"],
    ["a letter", "s"],
    ["how a key begins", "sk_test_freq"],
    ["an invoice's number", "INV-000200"],
    ["a hash", hash],
    ["the hash of a transaction by which the relay sent a refund", relayed],
    ["a wallet", wallet],
    ["a payment session", `ps_${randomOf(1_000)}`],
    ["a transaction", `txn_${randomOf(1_000)}`],
    ["a refund", `re_${randomOf(1_000)}`],
    ["a customer", `cus_${randomOf(1_000)}`],
    ["a subscription", `sub_${randomOf(1_000)}`],
    ["an invoice", `inv_${randomOf(1_000)}`],
    ["a plan", `plan_${randomOf(1_000)}`],
    ["an event", `evt_${randomOf(1_000)}`],
    ["a webhook delivery", `whd_${randomOf(1_000)}`],
    ["a webhook endpoint", `we_${randomOf(1_000)}`],
    ["an API key", `ak_${randomOf(1_000)}`],
  ])("reads what it shows for %s, and next to no more", async (about, q) => {
    const { found, plans } = await searchFor(q);
    expect(found, about).not.toEqual([]);
    await expectGoodPlans(plans, `search ${q}`);
  });

  it("looks for an amount among the newest 5,000, whether one has it or none", async () => {
    const { found, plans } = await searchFor("7.00 USDC");
    expect(found).toEqual([]);
    await expectGoodPlans(plans, "search 7.00", MAX_BUFFERS + 1_000);
  });
});
