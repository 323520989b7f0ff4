import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { currentListVersion } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/chain/hex";
import { readRescreening } from "@/lib/domain/operations/read-rescreening";
import { operate } from "@/testing/operator";
import { createWorld, type World } from "@/testing/world";
import { rescreenWallets } from "./rescreen-wallets";

const folder = mkdtempSync(join(tmpdir(), "stipend-rescreen-"));
const PAYERS = 25;
const unusedWallet: Address = `0x${"ad".repeat(20)}`;
const payer = (n: number): Address => `0x${n.toString(16).padStart(40, "c")}`;

let world: World;
let lists = 0;

beforeAll(async () => {
  world = await createWorld();
  for (let n = 0; n < PAYERS; n += 1) {
    await world.db`
      insert into customers (id, merchant_id, mode, wallet_address)
      values (${`cus_${String(n).padStart(24, "0")}`}, ${world.merchant.id}, 'test', ${payer(n)}::bytea)`;
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world?.stop();
});
beforeEach(() => world.db`delete from screening_rounds`);

/** A list of its own for each step, so that no answer comes from before. */
function listOf(addresses: readonly Address[], perMinute = 10) {
  lists += 1;
  const path = join(folder, `${lists}.txt`);
  writeFileSync(path, `# ${lists}\n${addresses.join("\n")}`);
  const { config } = world.systemContext();
  return {
    ...config,
    SCREENING_LIST: path,
    SCREENING_WALLETS_PER_MINUTE: perMinute,
  };
}

type Config = ReturnType<typeof listOf>;

async function step(config: Config): Promise<number> {
  await world.db`update screening_rounds set updated_at = updated_at - interval '1 minute'`;
  return rescreenWallets({ db: world.db, config });
}

/** As often as it takes; it is bounded. */
async function untilOver(config: Config): Promise<number[]> {
  const steps: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    steps.push(await step(config));
    const [open] = await world.db`select from screening_rounds where finished_at is null`;
    if (!open) return steps;
  }
  throw new Error("the round does not end");
}

const told = (version: string | null) => world.db`
  select type, object ->> 'resourceId' as resource, object ->> 'trigger' as trigger from events
  where type like 'compliance.%' and object ->> 'listVersion' = ${version} order by 1, 2`;

/** Where a wallet is paid, one in each mode. */
async function payouts(wallet: Address): Promise<string[]> {
  const rows = await world.db<{ resource: string }[]>`
    select distinct on (mode) merchant_id || ':' || deployment_id as resource
    from merchant_registrations where payout = ${wallet} order by mode, merchant_id, deployment_id`;
  return rows.map(({ resource }) => resource).sort();
}

test("a changed list is held against all known wallets once, a limited number each minute", async () => {
  const payout = world.merchant.payout;
  const config = listOf([payer(3), payer(21), payout]);
  const steps = await untilOver(config);
  expect(steps.every((count) => count <= 10)).toBe(true);
  const [all] = await world.db<{ count: number }[]>`
    select ((select count(*) from customers) + (select count(*) from merchant_registrations))::int as count`;
  expect(steps.reduce((sum, count) => sum + count, 0)).toBe(all?.count);
  const version = await currentListVersion(config);
  expect(await told(version)).toEqual([
    ...[3, 21].map((n) => ({
      type: "compliance.wallet_blocked",
      resource: `cus_${String(n).padStart(24, "0")}`,
      trigger: "list_change",
    })),
    ...(await payouts(payout)).map((resource) => ({
      type: "compliance.wallet_blocked",
      resource,
      trigger: "list_change",
    })),
  ]);
  // Clear ones leave no row.
  const rows = await world.db`select from compliance_screenings where list_version = ${version}`;
  expect(rows).toHaveLength((await told(version)).length);
  expect(await step(config)).toBe(0);
  const once = await told(version);
  await world.db`delete from screening_rounds`;
  await untilOver(config);
  expect(await told(version)).toEqual(once);
});

test("a run within the minute, or of two at once, goes on once alone", async () => {
  const config = listOf([unusedWallet], 5);
  const run = () => rescreenWallets({ db: world.db, config });
  const both = await Promise.all([run(), run()]);
  expect(both.sort()).toEqual([0, 5]);
  expect(await run()).toBe(0);
  expect(await step(config)).toBe(5);
  const [round] = await world.db`select screened, matched, finished_at from screening_rounds`;
  expect(round).toEqual({ screened: 10, matched: 0, finishedAt: null });
});

const apply = ["--apply", "--reason", "looked at"];

test("a later version ends the round of an earlier one, and nothing waits for it", async () => {
  const earlier = listOf([unusedWallet], 5);
  await step(earlier);
  expect(await readRescreening(world.db)).toMatchObject({ count: 1 });
  const later = listOf([payer(1)], 5);
  await step(later);
  expect(await readRescreening(world.db)).toMatchObject({ count: 1 });
  const rows = await world.db`
    select finished_at is not null as over from screening_rounds order by started_at`;
  expect(rows.map(({ over }) => over)).toEqual([true, false]);
  expect(await step(earlier)).toBe(0);
  // The lists are what they were before: the operator has them gone through, and the other round is over.
  await operate({ ...world.systemContext(), config: earlier }, "screening", "rescreen", ...apply);
  await untilOver(earlier);
  expect(await readRescreening(world.db)).toMatchObject({ count: 0 });
});

test("without a list, or while one cannot be read, nothing begins", async () => {
  const { config } = world.systemContext();
  const none = { ...config, SCREENING_LIST: undefined, SCREENING_WATCHLIST: undefined };
  expect(await rescreenWallets({ db: world.db, config: none })).toBe(0);
  const gone = { ...config, SCREENING_LIST: join(folder, "gone") };
  expect(await rescreenWallets({ db: world.db, config: gone })).toBe(0);
  expect(await world.db`select from screening_rounds`).toHaveLength(0);
});

test("an operator begins a round anew, after a look at what that would do", async () => {
  const config = listOf([unusedWallet], 50);
  const ctx = { ...world.systemContext(), config };
  await untilOver(config);
  const look = await operate(ctx, "screening", "rescreen");
  expect(look.out).toMatch(/^\d+ wallets would be screened under [0-9a-f]{16}, 50 each minute\.$/m);
  expect(await step(config)).toBe(0);
  const applied = await operate(ctx, "screening", "rescreen", ...apply);
  expect(applied).toMatchObject({ code: 0 });
  expect(await rescreenWallets({ db: world.db, config })).toBeGreaterThan(0);
  const [entry] = await world.db`
    select reason from audit_log where action = 'screening.rescreen' and subject_type = 'screening_round'`;
  expect(entry).toEqual({ reason: "looked at" });
});
