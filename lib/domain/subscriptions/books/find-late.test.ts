import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { findLate } from "./find-late";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

type Charge = Parameters<typeof findLate>[1][number];

const end = new Date("2026-05-04T10:00:00Z");
const live = {
  status: "active",
  endedAs: null,
  cancelledAt: null,
  closedAt: null,
  pausedAt: null,
} as const;
const before = new Date(end.getTime() - 1_000);
const after = new Date(end.getTime() + 1_000);

const cases: [what: string, row: Partial<Charge["row"]>, late: readonly boolean[]][] = [
  ["that lives", {}, [false, false, false]],
  ["that was cancelled", { status: "cancelled", cancelledAt: end }, [false, true, true]],
  ["that lapsed", { status: "lapsed", closedAt: end }, [false, true, true]],
  [
    "that was cancelled and closed later",
    { status: "cancelled", cancelledAt: end, closedAt: after },
    [false, true, true],
  ],
  [
    "that lapsed and was cancelled later",
    { status: "cancelled", endedAs: "lapsed", cancelledAt: after, closedAt: end },
    [false, true, true],
  ],
  ["whose end is not known", { status: "cancelled" }, [true, true, true]],
  ["that is paused", { pausedAt: end }, [false, true, true]],
];

test.each(cases)(
  "of a subscription %s, charges before, at and after that time are late: %j",
  async (_, row, late) => {
    const charges: Charge[] = [before, end, after].map((blockTimestamp) => ({
      event: { blockTimestamp },
      row: { id: "sub_1", ...live, ...row },
    }));
    const found = await transaction(database.db, (tx) => findLate(tx, charges));
    expect(charges.map((charge) => found.has(charge))).toEqual(late);
  },
);

test("charges of a pause that is over are late from its beginning until it was resumed", async () => {
  const at = (ms: number): Charge => ({
    event: { blockTimestamp: new Date(end.getTime() + ms) },
    row: { id: "sub_1", ...live },
  });
  const charges = [at(-1_000), at(0), at(59_000), at(60_000)];
  const undone = new Error("undone");
  const work = transaction(database.db, async (tx) => {
    // Without foreign keys: the pause alone matters.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into subscription_pauses ${tx({ subscriptionId: "sub_1", pausedAt: end, resumedAt: new Date(end.getTime() + 60_000) })}`;
    const found = await findLate(tx, charges);
    expect(charges.map((charge) => found.has(charge))).toEqual([false, true, true, false]);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
});
