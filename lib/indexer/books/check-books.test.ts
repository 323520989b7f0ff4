import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TransactionSql, transaction } from "@/db/client";
import { paymentSettledTopic } from "@/lib/adapters/chain/events/payment-events";
import { transferTopic } from "@/lib/adapters/chain/reads/transfers";
import { nodesOf, type Rpc, type RpcNode, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { checkBookkeeping } from "@/lib/domain/operations/checks/check-books";
import { readBookChecks } from "@/lib/domain/operations/read-book-checks";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { type Fault, faultyRpc, hidingNode } from "@/testing/faulty-rpc";
import { moveMoney } from "@/testing/moved-money";
import { operate } from "@/testing/operator";
import { makeFinal } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { checkBooks } from "./check-books";
import { checkNextBooks } from "./check-next-books";
import { keepCheck } from "./keep-check";

type Ctx = Context<SystemActor>;

let world: World;
let ctx: Ctx;

beforeAll(async () => {
  world = await createWorld();
  ctx = world.systemContext();
  await moveMoney(world);
}, 60_000);
afterAll(() => world?.stop());

const soon = () => new Date(Date.now() + 60_000);

function chainOf({ chains }: Ctx) {
  const [chain] = chains.all;
  if (!chain) throw new Error("there is a chain");
  return chain;
}

/** A full comparison that keeps nothing. */
const look = (by = ctx) => checkBooks(by, chainOf(by), { from: 0n, until: soon(), keeper: null });

/** What the job does each night. */
const nightly = (by = ctx) => checkNextBooks(by, { after: 0, until: soon() });

const ready = () => checkBookkeeping({ bookChecks: () => readBookChecks(world.db) });
const kept = () =>
  world.db<{ kind: string }[]>`select kind, ours, theirs from book_differences order by id`;
const position = async () =>
  (await world.db<{ at: bigint }[]>`select checked_number as at from book_checks`)[0]?.at;

/** Compares while rows are as `plant` writes them; what it wrote is taken back. */
async function planted(
  plant: (tx: TransactionSql) => Promise<unknown>,
  compare: (by: Ctx) => ReturnType<typeof look> = look,
) {
  const undone = new Error("undone");
  let report: Awaited<ReturnType<typeof look>> | undefined;
  const work = transaction(world.db, async (tx) => {
    // Without triggers and foreign keys.
    await tx`set local session_replication_role = replica`;
    await plant(tx);
    report = await compare({ ...ctx, db: tx });
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  if (!report) throw new Error("it was compared");
  return report;
}

/** The node, shown with faults. */
function nodeWith(fault: Fault, name: string): RpcNode {
  return { ...faultyRpc(chainOf(ctx).rpc, fault), name, leftOut: null, abilities: null };
}
const withNodes = (...nodes: RpcNode[]): Ctx =>
  withChain(ctx, ({ rpc }) => ({ rpc: { ...rpc, request: rpc.request.bind(rpc), nodes } }));
const honest: Fault = () => undefined;
const silent: Fault = () => Promise.reject(new RpcUnavailable("away"));

test("books agree with the chain after money has moved in every way", async () => {
  const report = await look();
  expect(report).toMatchObject({ differences: [], isComplete: true, isOtherNode: false });
  const rows = await world.db<{ type: string; count: number }[]>`
    select type, count(*)::int from transactions where status = 'confirmed' group by 1 order by 1`;
  expect(rows).toEqual([
    { type: "refund", count: 3 },
    { type: "subscription_charge", count: 1 },
    { type: "unmatched_deposit", count: 4 },
  ]);
  expect(report.totals.reduce((sum, { movements }) => sum + movements, 0n)).toBe(8n);
  expect(report.totals.map(({ swept }) => swept).filter((swept) => swept > 0n)).toHaveLength(2);
});

const of = (type: string) => (tx: TransactionSql) =>
  tx`
  id = (select id from transactions where type = ${type} order by block_number, log_index limit 1)`;
const types = ["unmatched_deposit", "subscription_charge", "refund"];
const stranger = `0x${"77".repeat(20)}`;

const fields: [string, (tx: TransactionSql) => ReturnType<TransactionSql>][] = [
  ["amount", (tx) => tx`amount = amount + 1`],
  ["fee", (tx) => tx`fee = fee - 1`],
  ["net", (tx) => tx`net_amount = net_amount + 1`],
  ["token", (tx) => tx`token_address = decode(repeat('77', 20), 'hex')`],
  ["currency", (tx) => tx`currency = case currency when 'USDC' then 'EURC' else 'USDC' end`],
  ["payer", (tx) => tx`from_address = decode(repeat('77', 20), 'hex')`],
  ["payout", (tx) => tx`to_address = decode(repeat('77', 20), 'hex')`],
  ["block", (tx) => tx`block_number = block_number - 1`],
];

test.each(types.flatMap((type) => fields.map(([kind, change]) => ({ type, kind, change }))))(
  "the $kind of a $type that is another one is named",
  async ({ type, kind, change }) => {
    const where = of(type);
    const [row] = await world.db<{ id: string; txHash: string; logIndex: number }[]>`
    select id, tx_hash, log_index from transactions
    where type = ${type} order by block_number, log_index limit 1`;
    const { differences } = await planted(
      (tx) => tx`update transactions set ${change(tx)} where ${where(tx)}`,
    );
    const named = differences.find((one) => one.kind === kind);
    expect(named).toMatchObject({ chainId: 31337, subject: row?.id });
    expect(named).toMatchObject({ txHash: row?.txHash, logIndex: row?.logIndex });
    expect(named?.ours).not.toBe(named?.theirs);
    if (["token", "payer", "payout"].includes(kind)) expect(named?.ours).toBe(stranger);
  },
);

test.each(types)(
  "a %s whose row is gone is named, and so is its absence in the sums",
  async (type) => {
    const { differences } = await planted(
      (tx) => tx`delete from transactions where ${of(type)(tx)}`,
    );
    const kinds = differences.map(({ kind }) => kind);
    expect(kinds).toEqual(["row_missing", "sums"]);
    expect(differences[0]).toMatchObject({ subject: null, ours: null });
    expect(differences[0]?.txHash).toMatch(/^0x/);
  },
);

test("a plain transfer's row that is gone shows in nothing, since the chain names no refund", async () => {
  const { differences } = await planted(
    (tx) => tx`
      delete from transactions where id = (
        select refund_transaction_id from refunds where method = 'transfer'
      )`,
  );
  expect(differences).toEqual([]);
});

const copy = (tx: TransactionSql, change: Record<string, string>) =>
  tx`
    insert into transactions
    select (jsonb_populate_record(t, ${tx.json(change)})).* from transactions t
    where type = 'unmatched_deposit' order by block_number limit 1`;
const bytes = (length: number) => `\\x${randomBytes(length).toString("hex")}`;

test("a row that is there twice, and one that the chain does not know, are named", async () => {
  const twice = await planted((tx) => copy(tx, { id: "txn_twice", payment_id: bytes(32) }));
  expect(twice.differences.map(({ kind }) => kind)).toEqual(["row_double", "sums"]);
  const hash = { tx_hash: bytes(32) };
  const made = await planted((tx) => copy(tx, { id: "txn_made", payment_id: bytes(32), ...hash }));
  expect(made.differences.map(({ kind }) => kind)).toEqual(["event_missing", "sums"]);
  expect(made.differences[0]).toMatchObject({ subject: "txn_made", theirs: null });
  const strange = await planted(async (tx) => {
    const elsewhere = { id: "dep_elsewhere", chain_id: 8453 };
    await tx`
      insert into deployments
      select (jsonb_populate_record(d, ${tx.json(elsewhere)})).* from deployments d limit 1`;
    const row = { id: "txn_strange", payment_id: bytes(32), deployment_id: elsewhere.id };
    await copy(tx, { ...row, ...hash });
  });
  expect(strange.differences).toMatchObject([{ kind: "event_missing", subject: "txn_strange" }]);
});

test("a row in another currency than its token's is missing in the sums, also of blocks that were compared before", async () => {
  for (const type of types) {
    const { differences } = await planted(
      (tx) => tx`
        update transactions set currency = case currency when 'USDC' then 'EURC' else 'USDC' end
        where ${of(type)(tx)}`,
    );
    expect(differences.map(({ kind }) => kind)).toEqual(["currency", "sums"]);
  }
});

test("a row of another merchant, of another type, and one that stays pending are named", async () => {
  const other = await world.addMerchant();
  await makeFinal(world);
  const kindsOf = async (plant: (tx: TransactionSql) => Promise<unknown>) =>
    (await planted(plant)).differences.map(({ kind }) => kind);
  const payment = of("unmatched_deposit");
  expect(
    await kindsOf(
      (tx) => tx`
      update transactions set merchant_id = ${other.id} where ${payment(tx)}`,
    ),
  ).toEqual(["merchant"]);
  expect(
    await kindsOf(
      (tx) => tx`
      update transactions set type = 'subscription_charge', settlement_key = payment_id where ${payment(tx)}`,
    ),
  ).toEqual(["type", "sums", "sums"]);
  const pending = (age: string) => (tx: TransactionSql) =>
    tx`
    update transactions set status = 'pending', created_at = clock_now() - ${age}::interval
    where ${payment(tx)}`;
  expect(await kindsOf(pending("61 minutes"))).toEqual(["unsettled", "sums"]);
  expect(await kindsOf(pending("50 minutes"))).toEqual(["sums"]);
  expect(
    await kindsOf(
      (tx) => tx`
      update transactions set status = 'pending', payment_exception = 'screening'
      where ${payment(tx)}`,
    ),
  ).toEqual([]);
  expect(
    await kindsOf((tx) => tx`update transactions set status = 'reorged' where ${payment(tx)}`),
  ).toEqual(["row_missing", "sums"]);
});

test("a payment to a merchant that is not registered here is explained by its fee, and only by it", async () => {
  const payer = await fundPayer(world);
  await world.db`alter table merchant_registrations rename to hidden_registrations`;
  await world.db`create table merchant_registrations (like hidden_registrations including all)`;
  await payDirectly(world, payer, { amount: 2_000_000n });
  await makeFinal(world, 4);
  await world.db`drop table merchant_registrations`;
  await world.db`alter table hidden_registrations rename to merchant_registrations`;
  const unbooked = await world.db`select fee from unbooked_fees`;
  expect(unbooked).toEqual([{ fee: 20_000n }]);
  expect((await look()).differences).toEqual([]);
  const changed = await planted((tx) => tx`update unbooked_fees set fee = fee + 1`);
  expect(changed.differences.map(({ kind }) => kind)).toEqual(["row_missing", "sums"]);
});

test("without a registration its merchant is named, and events without a row are foreign; the sums stay right", async () => {
  // The payment to an unregistered merchant is an event without a row besides.
  const { differences } = await planted(async (tx) => {
    await tx`delete from transactions where type = 'subscription_charge'`;
    await tx`delete from merchant_registrations`;
  });
  expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(["merchant"]));
});

test("a refund by a plain transfer that is there twice is counted once by its receipt", async () => {
  const { differences } = await planted(
    (tx) => tx`
      insert into transactions
      select (jsonb_populate_record(t, ${tx.json({ id: "txn_twice", settlement_key: bytes(32) })})).* from transactions t
      where id = (select refund_transaction_id from refunds where method = 'transfer')`,
  );
  expect(differences.map(({ kind }) => kind)).toEqual(["row_double", "sums"]);
});

test("a payment's row at the place of a plain transfer has no event: only a refund may be one", async () => {
  const [row] = await world.db<{ txHash: string; logIndex: number }[]>`
    select tx_hash, log_index from transactions where type = 'unmatched_deposit'
    order by block_number limit 1`;
  const receipt = await chainOf(ctx).rpc.request({
    method: "eth_getTransactionReceipt",
    params: [row?.txHash],
  });
  const { logs } = receipt as { logs: { topics: string[]; logIndex: string }[] };
  const transfer = logs.find(({ topics }) => topics[0] === transferTopic);
  if (!transfer) throw new Error("a payment moves tokens");
  const { differences } = await planted((tx) =>
    copy(tx, {
      ...{ id: "txn_false", payment_id: bytes(32) },
      log_index: String(Number(transfer.logIndex)),
    }),
  );
  expect(differences.map(({ kind }) => kind)).toEqual(["event_missing", "sums"]);
});

test("one block with more rows than are compared together is compared whole, and kept up to a limit", async () => {
  const [row] = await world.db<{ blockNumber: bigint }[]>`
    select block_number from transactions where type = 'unmatched_deposit'
    order by block_number limit 1`;
  const block = row?.blockNumber ?? 0n;
  let count = 0;
  const report = await planted(
    (tx) => tx`
      insert into transactions
      select (jsonb_populate_record(t, jsonb_build_object('id', 'txn_' || g, 'log_index', 1000 + g,
        'payment_id', '\\x' || encode(sha256(g::text::bytea), 'hex')))).*
      from generate_series(1, 5001) g, transactions t
      where t.id = (
        select id from transactions where type = 'unmatched_deposit' order by block_number limit 1
      )`,
    async (by) => {
      const keeper = keepCheck(by.db);
      const input = { from: block, until: soon(), keeper };
      const found = await checkBooks(by, chainOf(by), input);
      const [stored] = await by.db<{ count: number }[]>`
        select count(*)::int from book_differences where block_number = ${block}`;
      count = stored?.count ?? 0;
      return found;
    },
  );
  expect(report).toMatchObject({ isComplete: true });
  expect(report.differences).toHaveLength(5_001);
  expect(count).toBe(1_000);
}, 120_000);

test("a contract that holds less than its fees is named", async () => {
  const short: Fault = ({ method, params, ask }) => {
    const [call] = params as [{ data?: string }];
    const isBalance = method === "eth_call" && call.data?.startsWith("0x70a08231");
    return isBalance ? Promise.resolve(`0x${"0".repeat(64)}`) : ask();
  };
  const { differences } = await look(withNodes(nodeWith(short, "only")));
  expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(["balance"]));
  expect(differences).toHaveLength(3);
});

test("the first node is not asked while there is another one, and one alone is said to be alone", async () => {
  const asked: string[] = [];
  const noting =
    (name: string): Fault =>
    () => {
      asked.push(name);
      return undefined;
    };
  const two = withNodes(nodeWith(noting("first"), "first"), nodeWith(noting("second"), "second"));
  expect(await look(two)).toMatchObject({ node: "second", isOtherNode: true, differences: [] });
  expect(new Set(asked)).toEqual(new Set(["second"]));
  expect(await look()).toMatchObject({
    node: nodesOf(chainOf(ctx).rpc)[0]?.name,
    isOtherNode: false,
  });
});

const lagging: Fault = ({ method }) =>
  method === "eth_getBlockByNumber" ? Promise.resolve(null) : undefined;
const withoutLogs: Fault = ({ method }) =>
  method === "eth_getLogs" ? Promise.reject(new RpcUnavailable("away")) : undefined;
const onAnotherChain: Fault = ({ method }) =>
  method === "eth_chainId" ? Promise.resolve("0x1") : undefined;
const onAFork: Fault = ({ method, ask }) =>
  method === "eth_getBlockByNumber"
    ? ask().then((block) => block && { ...block, hash: `0x${"99".repeat(32)}` })
    : undefined;
const withoutTransfers: Fault = ({ method, params: [filter] }) =>
  method === "eth_getLogs" && JSON.stringify(filter).includes(transferTopic)
    ? Promise.reject(new RpcUnavailable("away"))
    : undefined;

test.each([
  ["does not answer", silent, "does not answer"],
  ["is behind", lagging, "has no block"],
  ["stops to answer", withoutLogs, "does not answer"],
  ["shows no transfers", withoutTransfers, "does not answer"],
  ["is of another chain", onAnotherChain, "is of another chain"],
  ["has another final block", onAFork, "has another block"],
])(
  "a node that %s leaves the books unchecked, and differs in nothing",
  async (_what, fault, why) => {
    const by = withNodes(nodeWith(honest, "first"), nodeWith(fault, "second"));
    const report = await planted(
      (tx) => tx`update transactions set amount = amount + 1`,
      (inner) => look({ ...by, db: inner.db }),
    );
    expect(report).toMatchObject({ isComplete: false, differences: [] });
    expect(report.reason).toContain(why);
  },
);

test("logs that a node hides are read from receipts, and no row is said to have no event", async () => {
  const hiding: Rpc = hidingNode(chainOf(ctx).rpc, [paymentSettledTopic]).rpc;
  const node: RpcNode = { ...hiding, name: "hiding", leftOut: null, abilities: null };
  expect((await look(withNodes(node))).differences).toEqual([]);
});

test("each night goes on where the last one ended, and a repaired difference is gone", async () => {
  expect(await nightly()).toBeNull();
  const first = await position();
  expect(await kept()).toEqual([]);
  expect(await ready()).toMatchObject({ status: "ok" });
  const payer = await fundPayer(world);
  const { paymentId } = await payDirectly(world, payer, { amount: 4_000_000n });
  await makeFinal(world, 4);
  await world.db`update transactions set amount = amount + 1 where payment_id = ${paymentId}`;
  expect(await nightly()).toBeNull();
  expect(await position()).toBeGreaterThan(first ?? 0n);
  expect((await kept()).map(({ kind }) => kind)).toEqual(["amount", "sums"]);
  const told = await ready();
  expect(told).toMatchObject({
    status: "warn",
    blocks: [],
    alerts: [{ kind: "books_differ", detail: told.detail }],
  });
  expect(told.detail).toMatch(
    /^books and chain 31337 differ in 2 places: amount of log \d+ of 0x[0-9a-f]{64} \(books: 4000001; chain: 4000000\), sums of/,
  );
  // Twice without harm; and with others at the same time.
  await Promise.all([nightly(), nightly(), nightly()]);
  expect((await kept()).map(({ kind }) => kind).toSorted()).toEqual(["amount", "sums"]);
  const shown = await operate(ctx, "books", "check");
  expect(shown).toMatchObject({
    code: 1,
    out: expect.stringContaining("Chain 31337: 2 differences."),
  });
  await world.db`update transactions set amount = amount - 1 where payment_id = ${paymentId}`;
  const repaired = await operate(ctx, "books", "check", "--apply", "--reason", "repaired");
  expect(repaired).toMatchObject({ code: 0 });
  expect(await kept()).toEqual([]);
  expect(await ready()).toMatchObject({ status: "ok" });
  const audited = await world.db`select after from audit_log where action = 'books.check'`;
  expect(audited).toHaveLength(1);
});

test("an old row that is changed later shows in the sums the next night, and --from finds it", async () => {
  await nightly();
  const where = of("unmatched_deposit");
  await world.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update transactions set fee = fee - 1, net_amount = net_amount + 1 where ${where(tx)}`;
  });
  await nightly();
  expect((await kept()).map(({ kind }) => kind)).toEqual(["sums"]);
  const full = await operate(ctx, "books", "check", "--from", "0");
  expect(full.out).toMatch(
    / {2}fee: log \d+ of 0x[0-9a-f]{64} \(txn_\w+\): books 99999, chain 100000/,
  );
  expect(full.out).toContain("the only one that is configured");
  // What is read from a later block on has no sums.
  const after = await operate(ctx, "books", "check", "--from", String(await position()));
  expect(after.out).toContain("no difference was found");
  expect((await kept()).map(({ kind }) => kind)).toEqual(["sums"]);
  await world.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update transactions set fee = fee + 1, net_amount = net_amount - 1 where ${where(tx)}`;
  });
  await nightly();
  expect(await kept()).toEqual([]);
});

test("a comparison that is out of time goes on, one whose chain was replaced begins anew", async () => {
  const chain = chainOf(ctx);
  await world.db`delete from book_checks`;
  const past = new Date(0);
  const keeper = keepCheck(world.db);
  const early = await checkBooks(ctx, chain, { until: past, keeper });
  expect(early).toMatchObject({ isComplete: false, goesOn: true });
  expect(await checkNextBooks(ctx, { after: 0, until: past })).toBe(0);
  await nightly();
  const at = await position();
  await world.db`update book_checks set checked_hash = sha256('another')`;
  const anew = await checkBooks(ctx, chain, { until: soon(), keeper: null });
  expect(anew.above).toBeLessThan(at ?? 0n);
  await world.db`update book_checks set contracts = 'others'`;
  expect((await checkBooks(ctx, chain, { until: soon(), keeper: null })).above).toBe(anew.above);
  await world.db`update chain_cursors set halted_reason = 'lost'`;
  expect(await look()).toMatchObject({ isComplete: false, reason: "its reading is stopped" });
  await world.db`update chain_cursors set halted_reason = null`;
  await world.db`update chain_cursors set doubt_since = now()`;
  expect(await look()).toMatchObject({ isComplete: false, reason: "its reading is stopped" });
  await world.db`update chain_cursors set doubt_since = null`;
});

test("nothing is compared while a contract's history is booked, nor beyond what was read twice", async () => {
  await nightly();
  const [cursor] = await world.db<{ rereadNumber: bigint; finalizedNumber: bigint }[]>`
    select reread_number, finalized_number from chain_cursors`;
  const { rereadNumber, finalizedNumber } = cursor ?? { rereadNumber: 0n, finalizedNumber: 0n };
  const read = (number: bigint) => world.db`update chain_cursors set reread_number = ${number}`;
  await read(finalizedNumber - 2n);
  expect(await look()).toMatchObject({ through: finalizedNumber - 2n, differences: [] });
  // Compared further than may be relied on now, which a rebuilt chain brings about: anew.
  await world.db`
    update book_checks set checked_number = ${finalizedNumber - 1n}, checked_hash = null`;
  const anew = await checkBooks(ctx, chainOf(ctx), { until: soon(), keeper: null });
  expect(anew.above).toBeLessThan(finalizedNumber - 2n);
  await read(rereadNumber);
  const booked = (number: bigint | null) => world.db`
    update deployment_contracts set booked_number = ${number}
    where kind = 'subscriptions' and joined_at is not null`;
  await booked(1n);
  const waiting = { isComplete: false, reason: "the history of a contract is being booked" };
  expect(await look()).toMatchObject(waiting);
  await booked(null);
  expect((await look()).isComplete).toBe(true);
});

test("a comparison whose time runs out on the way says where it goes on", async () => {
  await world.db`delete from book_checks`;
  // The time is up at the second look at it.
  let looks = 0;
  const until = Object.assign(new Date(), { valueOf: () => (looks++ === 0 ? Infinity : 0) });
  expect(await checkNextBooks(ctx, { after: 0, until })).toBe(0);
  expect(looks).toBe(2);
  expect(await nightly()).toBeNull();
});

test("a comparison that begins anew forgets the sums of contracts that are gone", async () => {
  await nightly();
  await world.db`
    insert into book_totals
    select (jsonb_populate_record(t, ${world.db.json({ contract: `\\x${"77".repeat(20)}` })})).*
    from book_totals t limit 1`;
  await world.db`update book_checks set contracts = 'others'`;
  await nightly();
  await nightly();
  expect(await kept()).toEqual([]);
});

test("a page that another process has compared is not kept, and blocks alone leave the sums as they are", async () => {
  await nightly();
  const at = await position();
  const chainId = chainOf(ctx).id;
  const keeper = keepCheck(world.db);
  const page = { above: -5n, through: 1n, differences: [] };
  expect(await keeper.keepPage(chainId, page, { hash: null, totals: [] })).toBe(false);
  expect(await position()).toBe(at);
  await world.db`
    insert into book_differences (chain_id, kind, block_number, subject, ours, theirs)
    values (${chainId}, 'sums', 3, 'a contract', '1', '2')`;
  await keeper.keepBlock(chainId, { above: 0n, through: 10n }, []);
  expect((await kept()).map(({ kind }) => kind)).toEqual(["sums"]);
  await nightly();
  expect(await kept()).toEqual([]);
});

test("books that were not checked for two days are told of, with the reason", async () => {
  await nightly(withNodes(nodeWith(honest, "first"), nodeWith(silent, "second")));
  expect(await ready()).toMatchObject({ status: "ok" });
  await world.db`update book_checks set checked_at = now() - interval '49 hours'`;
  expect(await ready()).toMatchObject({
    status: "warn",
    detail: expect.stringMatching(
      /^books of chain 31337 were not checked for 2 days: node second does not answer/,
    ),
  });
  await world.db`update book_checks set checked_at = now() - interval '47 hours'`;
  expect(await ready()).toMatchObject({ status: "ok" });
});
