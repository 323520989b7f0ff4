import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Currency } from "@/lib/core/amounts/money";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { moveMoney } from "@/testing/moved-money";
import { createWorld, type World } from "@/testing/world";
import { getBooks } from "./get-books";
import { listMovements } from "./list-movements";

let world: World;

beforeAll(async () => {
  world = await createWorld();
  await moveMoney(world);
  // Counted while keys to other tables are not looked at.
  for (const name of ["transactions_counted", "transactions_recounted"]) {
    await world.db`alter table transactions enable always trigger ${world.db(name)}`;
  }
}, 60_000);
afterAll(() => world?.stop());

const ctx = () => world.merchantContext();

/** What the chain has moved between the merchant's wallets and others by its own balances. */
async function balances(currency: Currency) {
  const { payout, owner } = world.merchant;
  return (
    (await world.balanceOf(payout, currency)) + (await world.balanceOf(owner.address, currency))
  );
}

test("the sums of the days are those of the movements, and what the balances on the chain have moved by", async () => {
  const books = await getBooks(ctx(), {});
  const { data } = await listMovements(ctx(), { limit: 100 });
  expect(data).toHaveLength(8);
  for (const { currency, chainId, ...total } of books.total) {
    const own = data.filter((one) => one.currency === currency);
    const sum = (of: (one: (typeof own)[number]) => bigint) =>
      own.reduce((before, one) => before + of(one), 0n);
    const signed = sum(({ kind, net }) => (kind === "refund" ? -net : net));
    expect(total.closing - total.opening).toBe(signed);
    expect(total.in).toBe(sum(({ kind, amount }) => (kind === "refund" ? 0n : amount)));
    expect(total.fees).toBe(sum(({ fee }) => fee));
    expect(total.out).toBe(total.fees + total.refunds);
    expect(total.movements).toBe(own.length);
    expect(chainId).toBe(31337);
    // The owner's wallet was given 1,000 USDC besides.
    const given = currency === "USDC" ? 1_000_000_000n : 0n;
    expect(await balances(currency)).toBe(total.closing + given);
    const held = await Promise.all(
      (["processor", "subscriptions"] as const).map((kind) =>
        world.balanceOf(addressOf(world.deployment(), kind), currency),
      ),
    );
    // A sweep leaves one unit in each contract.
    expect(held).toEqual(currency === "USDC" ? [1n, 1n] : [total.fees, 0n]);
  }
  const blocks = data.map(({ blockNumber }) => blockNumber).toSorted((a, b) => Number(a - b));
  const firsts = books.days.map(({ firstBlock }) => firstBlock);
  expect(blocks[0]).toBe(firsts.toSorted((a, b) => Number(a - b))[0]);
  expect(Math.max(...books.days.map(({ lastBlock }) => Number(lastBlock)))).toBe(
    Number(blocks.at(-1)),
  );
});

const DAY = 86_400_000;
const first = Date.parse("2026-03-01T00:00:00Z");
const day = (number: number) => new Date(first + number * DAY);
const row = fc.record({
  day: fc.integer({ min: -3, max: 6 }),
  ms: fc.constantFrom(0, 1, DAY / 2, DAY - 1),
  currency: fc.constantFrom("USDC" as const, "EURC" as const),
  type: fc.constantFrom("unmatched_deposit", "subscription_charge", "refund"),
  status: fc.constantFrom("confirmed", "confirmed", "held", "pending", "reorged"),
  amount: fc.bigInt({ min: 1n, max: 2n ** 200n }),
  before: fc.constantFrom("same", "confirmed", "held", "pending"),
  block: fc.integer({ min: 1, max: 1_000 }),
  blockBefore: fc.integer({ min: 1, max: 1_000 }),
  owner: fc.constantFrom("own", "own", "other", "live"),
});

test("days go on from each other, and hold what is final, of the merchant and the mode, by the block's time", async () => {
  const undone = new Error("undone");
  const other = await world.addMerchant();
  const property = fc.asyncProperty(
    fc.array(row, { maxLength: 12 }),
    fc.tuple(fc.integer({ min: -2, max: 3 }), fc.integer({ min: 1, max: 4 })),
    async (rows, [start, length]) => {
      const work = transaction(world.db, async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`delete from transactions where id not in (
          select id from transactions where type = 'unmatched_deposit' limit 1)`;
        await tx`delete from daily_movements`;
        const stateOf = (state: string) => ({
          status: state === "held" ? "pending" : state,
          payment_exception: state === "held" ? "screening" : "none",
        });
        for (const [at, one] of rows.entries()) {
          const change = {
            id: `txn_${at}`,
            merchant_id: one.owner === "other" ? other.id : world.merchant.id,
            mode: one.owner === "live" ? "live" : "test",
            type: one.type,
            ...stateOf(one.before === "same" ? one.status : one.before),
            currency: one.currency,
            amount: String(one.amount),
            fee: one.type === "refund" ? "0" : String(one.amount / 100n),
            block_number: one.before === "same" ? one.block : one.blockBefore,
            block_timestamp: new Date(day(one.day).getTime() + one.ms).toISOString(),
            settlement_key: `\\x${at.toString(16).padStart(64, "0")}`,
            payment_id: `\\x${at.toString(16).padStart(64, "0")}`,
            ...(one.type === "unmatched_deposit" ? { settlement_key: null } : { payment_id: null }),
          };
          await tx`
            insert into transactions
            select (jsonb_populate_record(t, ${tx.json(change)})).* from transactions t
            where type = 'unmatched_deposit' and block_timestamp > '2026-06-01' limit 1`;
        }
        for (const [at, one] of rows.entries()) {
          const state = stateOf(one.status);
          await tx`
            update transactions set ${tx({ ...state, block_number: one.block })} where id = ${`txn_${at}`}`;
        }
        const range = { from: day(start), to: day(start + length) };
        const by = { ...ctx(), db: tx };
        const books = await getBooks(by, range);
        const { data } = await listMovements(by, { ...range, limit: 100 });
        const own = rows.filter(
          ({ owner, status }) => owner === "own" && ["confirmed", "held"].includes(status),
        );
        const netOf = ({ type, amount }: (typeof own)[number]) =>
          type === "refund" ? -amount : amount - amount / 100n;
        const sum = (list: typeof own) => list.reduce((total, one) => total + netOf(one), 0n);
        const within = own.filter(({ day: at }) => at >= start && at < start + length);
        expect(data).toHaveLength(within.length);
        const times = data.map(({ blockTimestamp }) => blockTimestamp.getTime());
        expect(times).toEqual(times.toSorted((a, b) => b - a));
        for (const total of books.total) {
          const same = own.filter(({ currency }) => currency === total.currency);
          expect(total.opening).toBe(sum(same.filter(({ day: at }) => at < start)));
          expect(total.closing).toBe(sum(same.filter(({ day: at }) => at < start + length)));
          let left = total.opening;
          for (const one of books.days.filter(({ currency }) => currency === total.currency)) {
            expect(one.opening).toBe(left);
            const ofDay = same.filter(({ day: at }) => day(at).toISOString().startsWith(one.day));
            expect(one.movements).toBe(ofDay.length);
            expect(one.closing).toBe(one.opening + sum(ofDay));
            expect(one.closing).toBe(one.opening + one.in - one.fees - one.refunds);
            expect(Number(one.firstBlock)).toBe(Math.min(...ofDay.map(({ block }) => block)));
            expect(Number(one.lastBlock)).toBe(Math.max(...ofDay.map(({ block }) => block)));
            left = one.closing;
          }
          expect(left).toBe(total.closing);
        }
        expect(books.days.reduce((count, one) => count + one.movements, 0)).toBe(within.length);
        throw undone;
      });
      await expect(work).rejects.toBe(undone);
    },
  );
  await fc.assert(property, { numRuns: 40 });
}, 60_000);

test("ranges are refused as those of statistics, and pages are those of the range", async () => {
  const refused = (reason: string) => ({ code: "invalid_request", info: { details: { reason } } });
  const from = new Date("2026-01-02");
  for (const read of [getBooks, listMovements]) {
    await expect(read(ctx(), { from, to: from })).rejects.toMatchObject(refused("range_empty"));
    await expect(read(ctx(), { from, to: new Date("2027-01-04") })).rejects.toMatchObject(
      refused("range_too_long"),
    );
  }
  const all = (await listMovements(ctx(), { limit: 100 })).data.map(({ id }) => id);
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listMovements(ctx(), { limit: 3, ...(cursor ? { cursor } : {}) });
    ids.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(ids).toEqual(all);
  // Thirty days ago is today's day, and its first page comes before midnight (UTC), the others after it.
  await installClock(world.db, world.chains);
  await world.db`insert into business_clock (id) values (true) on conflict do nothing`;
  const ahead = (days: number) =>
    world.db`update business_clock set ahead_ms = ${days * DAY}::bigint`;
  await ahead(29);
  const before = await listMovements(ctx(), { limit: 3 });
  await ahead(30);
  const rest: string[] = [];
  for (let page = before; page.nextCursor !== null; ) {
    page = await listMovements(ctx(), { limit: 3, cursor: page.nextCursor });
    rest.push(...page.data.map(({ id }) => id));
  }
  await ahead(0);
  expect([...before.data.map(({ id }) => id), ...rest]).toEqual(all);
  await expect(
    listMovements(ctx(), { cursor: `${before.nextCursor?.slice(0, -10)}2026-99-99` }),
  ).rejects.toMatchObject(refused("malformed_cursor"));
  const old = { from: new Date("2026-01-01"), to: new Date("2026-02-01") };
  expect((await listMovements(ctx(), old)).data).toEqual([]);
  expect(await getBooks(ctx(), old)).toMatchObject({ days: [], total: [] });
});
