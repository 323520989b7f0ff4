import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { type AdminRole, adminRoles, hasRole } from "@/lib/core/identity/admin-roles";
import { newId } from "@/lib/core/ids";
import { adminSamples } from "@/testing/api/admin-samples";
import { type ApiReply, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import type { Sample } from "@/testing/api/derive-samples";
import { addAdmin, type Person } from "@/testing/api/persons";

let target: ApiTarget;
let samples: Record<string, Sample>;
const admins = new Map<AdminRole, Person>();

beforeAll(async () => {
  target = await openApiTarget();
  for (const role of adminRoles) admins.set(role, await addAdmin(target.db, target.issuer, role));
});
afterAll(() => target.close());

const declared = [...registry].filter(([, { auth }]) => auth === "admin");

/** Bodies that take a higher role than their endpoint does. */
const higher: Readonly<Record<string, Record<string, unknown>>> = {
  changeMerchantTier: { tier: "enterprise" },
  changeMerchantStatus: { status: "closed" },
  createBroadcast: { title: "Maintenance", body: "On Sunday.", audience: "all" },
};
/** What an admin may send to these. */
const lower: Readonly<Record<string, (merchantId: string) => Record<string, unknown>>> = {
  createBroadcast: (merchantId) => ({
    ...{ title: "Maintenance", body: "On Sunday.", audience: "merchant", merchantId },
  }),
};

async function call(
  name: string,
  endpoint: Endpoint,
  role: AdminRole,
  body?: Record<string, unknown>,
): Promise<ApiReply> {
  const sample = samples[name] ?? {};
  return target.send({
    method: endpoint.method,
    path: endpoint.path.replace("{id}", sample.params?.id ?? ""),
    headers: { authorization: `Bearer ${admins.get(role)?.token}` },
    body: endpoint.method === "GET" ? undefined : (body ?? sample.body ?? {}),
  });
}

const counts = async () => {
  const [row] = await target.db<{ entries: number }[]>`
    select count(*)::int as entries from audit_log`;
  return row?.entries ?? 0;
};

it.each(declared)(
  "%s is for its role and those above, and a change leaves one entry",
  async (name, endpoint) => {
    for (const role of adminRoles) {
      samples = await adminSamples(target);
      const merchantId = samples.getMerchant?.params?.id ?? "";
      const body = lower[name]?.(merchantId);
      // Nothing is reactivated that was not suspended.
      if (name === "reactivateMerchant") {
        await target.db`update merchants set status = 'suspended' where id = ${merchantId}`;
      }
      const before = await counts();
      const reply = await call(name, endpoint, role, body);
      const written = (await counts()) - before;
      const isAllowed = hasRole(role, endpoint.role ?? "super_admin");
      const about = `${role}: ${JSON.stringify(reply.body).slice(0, 300)}`;
      expect(reply.status, about).toBe(isAllowed ? endpoint.status : 403);
      if (!isAllowed) {
        expect(reply.body.error?.details).toEqual({
          ...{ reason: "role_missing", requiredRole: endpoint.role },
        });
      }
      // Samples of what needs a chain are dry runs.
      const isWriting = endpoint.method !== "GET" && samples[name]?.body?.dryRun !== true;
      expect(written, about).toBe(isAllowed && isWriting ? 1 : 0);
    }
  },
);

it.each(Object.entries(higher))("%s takes a super admin for some bodies", async (name, body) => {
  const endpoint = registry.get(name) as Endpoint;
  for (const role of adminRoles) {
    samples = await adminSamples(target);
    const before = await counts();
    const reply = await call(name, endpoint, role, body);
    const isAllowed = role === "super_admin";
    expect(reply.status, role).toBe(isAllowed ? endpoint.status : 403);
    if (!isAllowed) expect(reply.body.error?.details?.reason).toBe("role_missing");
    expect((await counts()) - before).toBe(isAllowed ? 1 : 0);
  }
});

it.each(Object.entries(higher))(
  "%s asks for the role before it repeats an answer",
  async (name, body) => {
    const endpoint = registry.get(name) as Endpoint;
    samples = await adminSamples(target);
    const { id = "", token } = admins.get("super_admin") ?? {};
    const key = newId("request");
    const again = () =>
      target.send({
        method: endpoint.method,
        path: endpoint.path.replace("{id}", samples[name]?.params?.id ?? ""),
        headers: { authorization: `Bearer ${token}`, "idempotency-key": key },
        body,
      });
    const setRole = (role: AdminRole) =>
      target.db`update admin_users set role = ${role} where id = ${id}`;
    await setRole("admin");
    const refused = await again();
    await setRole("super_admin");
    const allowed = await again();
    await setRole("admin");
    const repeated = await again();
    await setRole("super_admin");
    expect([refused.status, allowed.status, repeated.status]).toEqual([403, endpoint.status, 403]);
  },
);

it("bad input is refused with the field's name", async () => {
  samples = await adminSamples(target);
  const cases: [string, Record<string, unknown>, string][] = [
    ["inviteAdmin", { email: "a@example.com", role: "owner" }, "role"],
    ["inviteAdmin", { email: "Ada <ada@example.com>", role: "admin" }, "email"],
    ["inviteAdmin", { email: "ada@example.com", role: "admin", name: "" }, "name"],
    ["inviteAdmin", { email: "ada@example.com", role: "admin", name: " \t" }, "name"],
    ["createBroadcast", { title: "Maintenance", body: "abc" }, "body"],
    ["createBroadcast", { title: "Maintenance", body: "x".repeat(4_001) }, "body"],
    ["createBroadcast", { title: "abc", body: "On Sunday." }, "title"],
    ["createBroadcast", { title: "Maintenance", body: "On Sunday.", audience: "some" }, "audience"],
    ["suspendMerchant", { reason: "x".repeat(501) }, "reason"],
    ["releaseHeldPayment", { dryRun: "yes" }, "dryRun"],
    ["refuseHeldPayment", { reason: "x".repeat(501) }, "reason"],
    ["retireRelayWallet", { chainId: 31_337, address: "0x12" }, "address"],
    ["resumeIndexer", { chainId: 0 }, "chainId"],
    ["resumeIndexer", { chainId: 31_337, dryRun: 1 }, "dryRun"],
    ["requeueSubmission", { reason: "x".repeat(501) }, "reason"],
    ["replayEndpointEvents", { fromPosition: 0 }, "fromPosition"],
    ["replayEndpointEvents", {}, "fromPosition"],
    [
      "replayEndpointEvents",
      { fromPosition: 1, createdAfter: "2026-01-01T00:00:00Z" },
      "createdAfter",
    ],
    ["lockSignIn", { dryRun: "no" }, "dryRun"],
    ["resendMail", { until: 1 }, "until"],
  ];
  for (const [name, body, param] of cases) {
    const reply = await call(name, registry.get(name) as Endpoint, "super_admin", body);
    expect([reply.status, reply.body.error?.param], name).toEqual([400, param]);
  }
});

it("a broadcast with the same Idempotency-Key is sent once for an admin user", async () => {
  const send = (role: AdminRole) =>
    target.send({
      method: "POST",
      path: "/v1/admin/broadcasts",
      headers: {
        authorization: `Bearer ${admins.get(role)?.token}`,
        "idempotency-key": "maintenance",
      },
      body: { title: "Maintenance", body: "On Sunday." },
    });
  const [first, again] = [await send("super_admin"), await send("super_admin")];
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  expect((await send("admin")).status).toBe(403);
});
