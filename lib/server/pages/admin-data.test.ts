import { afterAll, beforeAll, expect, test } from "vitest";
import * as auditLog from "@/lib/contract/admin/audit-log";
import * as merchants from "@/lib/contract/admin/merchants";
import { newId } from "@/lib/core/ids";
import { listAuditLog } from "@/lib/domain/admin/audit/list-audit-log";
import { getMerchant } from "@/lib/domain/admin/merchants/get-merchant";
import { listMerchants } from "@/lib/domain/admin/merchants/list-merchants";
import { addAdminContext } from "@/testing/admins";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { readFirstAdminPage, readOneAsAdmin } from "./admin-data";
import type { AdminVisit } from "./admin-page";

let world: WebhookWorld;

beforeAll(async () => {
  world = await createWebhookWorld();
});
afterAll(() => world?.stop());

async function visitOf(role: "read_only" | "admin", query = ""): Promise<AdminVisit> {
  const ctx = await addAdminContext({ db: world.db, system: world.system() }, role);
  const frame = {
    ...{ origin: "https://pay.example", email: ctx.email, elsewhere: null },
    admin: { id: ctx.actor.adminId, role },
  };
  return { ctx, frame, query: new URLSearchParams(query) };
}

test("a first page has the filters of the page's address alone", async () => {
  const visit = await visitOf("read_only", "status=active&cursor=abc&limit=3&tab=x&q=");
  const first = await readFirstAdminPage(visit, merchants.listMerchants, listMerchants);
  expect(first?.query).toEqual({ status: "active" });
  expect(first?.page.data.map(({ id }) => id)).toContain(world.merchantId);
});

test("what a role may not read is not read for it, even if a page asks", async () => {
  const read = async (role: "read_only" | "admin") =>
    readFirstAdminPage(await visitOf(role), auditLog.listAuditLog, listAuditLog);
  expect(await read("read_only")).toBeNull();
  expect(await read("admin")).toMatchObject({ page: { object: "list" } });
});

test("a page of an object that is not there is not found", async () => {
  const visit = await visitOf("read_only");
  const read = (id: string) => readOneAsAdmin(visit, merchants.getMerchant, getMerchant, id);
  expect(await read(world.merchantId)).toMatchObject({ object: { id: world.merchantId } });
  await expect(read(newId("merchant"))).rejects.toMatchObject({
    digest: expect.stringContaining("404"),
  });
});
