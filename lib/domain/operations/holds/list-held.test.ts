import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Screening } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/chain/hex";
import { recordScreening } from "@/lib/domain/compliance/record-screening";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import { index, newPayer, openSession, signRequest, submissionRow, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { listHeld } from "./list-held";

/** As many as the list shows. */
const REFUSED = 200;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await index(world);
});
afterAll(() => world.stop());

function note(resourceId: string, subject: Address, result: Screening["result"]) {
  const screening = { result, provider: "list", listVersion: "1", matches: [] };
  const action = result === "clear" ? "allowed" : "held";
  return transaction(world.db, (tx) =>
    recordScreening(tx, {
      merchantId: world.merchant.id,
      mode: "test",
      subject,
      trigger: "relay",
      action,
      resourceId,
      screening,
    }),
  );
}

test("what the lists said last decides whether a submission is held", async () => {
  const request = await signRequest(world, await newPayer(world), await openSession(world));
  const view = await submit(world.merchantContext(), request);
  const { payer } = await submissionRow(world, view);
  await world.db`delete from compliance_screenings where resource_id = ${view.id}`;
  const isHeld = async () => (await listHeld(world.db, view.id)).length === 1;
  await note(view.id, payer, "clear");
  expect(await isHeld()).toBe(false);
  await note(view.id, payer, "unavailable");
  expect(await isHeld()).toBe(true);
  await note(view.id, payer, "clear");
  expect(await isHeld()).toBe(false);
  const rows = await world.db`
    select result, action from compliance_screenings where resource_id = ${view.id}`;
  expect(rows.map((row) => ({ ...row }))).toEqual([{ result: "clear", action: "allowed" }]);
});

test("payments that were refused hide none that waits for a decision, and each is found by its id", async () => {
  const payer = await fundPayer(world);
  const { paymentId } = await payDirectly(world, payer, { amount: 1_000_000n });
  await world.chain.mine();
  await index(world);
  const [first] = await world.db<{ id: string; fromAddress: Address }[]>`
    update transactions set payment_exception = 'screening' where payment_id = ${paymentId}
    returning id, from_address`;
  if (!first) throw new Error("it was indexed");
  // The oldest of all, and all but the newest are refused.
  const copies = await world.db<{ id: string }[]>`
    insert into transactions select (jsonb_populate_record(t, jsonb_build_object(
        'id', t.id || n, 'payment_id', '\\x' || encode(sha256((t.id || n)::bytea), 'hex'), 'created_at', t.created_at + n * interval '1 ms'
      ))).*
    from transactions t cross join generate_series(1, ${REFUSED}) n where t.id = ${first.id}
    returning id`;
  const all = [first, ...copies].map(({ id }) => id);
  const waiting = all.at(-1) ?? "";
  for (const id of all) await note(id, first.fromAddress, "blocked");
  const auditId = await world.db.begin((tx) =>
    recordAudit(world.systemContext(), tx, {
      action: "screening.refuse",
      subject: { type: "transaction", id: first.id },
      before: null,
      after: null,
    }),
  );
  await world.db`
    insert into screening_decisions (resource_id, decision, audit_id)
    select id, 'refused', ${auditId} from unnest(${all.slice(0, -1)}::text[]) id`;
  const listed = await listHeld(world.db);
  expect(listed).toHaveLength(REFUSED);
  expect(listed.find(({ decision }) => decision === null)?.id).toBe(waiting);
  for (const id of all) expect((await listHeld(world.db, id)).map((held) => held.id)).toEqual([id]);
});
