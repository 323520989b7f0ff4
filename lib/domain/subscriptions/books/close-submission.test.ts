import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { statesOf, submissionTransitions } from "@/lib/core/states";
import type { ApiTarget } from "@/testing/api/api-target";
import { hash, insertSubmission } from "@/testing/api/money-rows";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { closeSubmission } from "./close-submission";
import type { EnrolmentEvent } from "./subscription-event";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const deployment = { id: "dep_1", chainId: 31_337, usdc: `0x${"11".repeat(20)}` } as const;
const over = ["confirmed", "superseded", "rejected", "expired", "failed"];

test.each(statesOf(submissionTransitions))(
  "an enrolment of another sender's transaction supersedes a submission that is %s only while it is open",
  async (state) => {
    const undone = new Error("undone");
    const work = transaction(database.db, async (tx) => {
      // Without foreign keys and checks: the state of the submission alone matters.
      await tx`set local session_replication_role = replica`;
      await tx`
        do $$ declare c text; begin
          for c in select conname from pg_constraint
            where conrelid = 'relay_submissions'::regclass and contype = 'c'
          loop execute format('alter table relay_submissions drop constraint %I', c); end loop;
        end $$`;
      const target = { db: tx } as unknown as ApiTarget;
      const id = await insertSubmission(target, "mer_1", "test", deployment, newId("request"));
      const [row] = await tx<{ paymentId: Bytes32 }[]>`
        update relay_submissions set kind = 'subscription', state = ${state} where id = ${id}
        returning payment_id`;
      const event = { deploymentId: deployment.id, onchainId: row?.paymentId, txHash: hash("tx") };
      await closeSubmission(tx, event as EnrolmentEvent);
      const after = await tx`select state from relay_submissions where id = ${id}`;
      expect(after).toEqual([{ state: over.includes(state) ? state : "superseded" }]);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  },
);
