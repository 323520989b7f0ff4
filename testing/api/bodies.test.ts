import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import type { ValidationIssue } from "@/lib/core/errors";
import { makeSamples, type Sample } from "./api-samples";
import { type ApiMerchant, type ApiReply, type ApiTarget, openApiTarget } from "./api-target";
import { watchRefusals } from "./watch-refusals";
import { wrongBodies } from "./wrong-bodies";

let target: ApiTarget;
let ada: ApiMerchant;
let samples: Record<string, Sample>;

beforeAll(async () => {
  target = await watchRefusals(await openApiTarget());
  ada = await target.addMerchant();
  samples = await makeSamples(target, ada, "test");
});
afterAll(() => target.close());

const withBody = [...registry].filter(([, endpoint]) => endpoint.body);
const rulesOf = (name: string) => wrongBodies[name] ?? { required: [], wrong: {}, right: {} };

/** A person's session where keys are refused. */
const callerOf = ({ auth }: Endpoint) => (auth === "session" ? ada.session : ada.keys.test);

async function send(name: string, endpoint: Endpoint, body: unknown): Promise<ApiReply> {
  const { params } = samples[name] ?? {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, param) => params?.[param] ?? "missing");
  const headers = {
    "content-type": "application/json",
    ...(endpoint.auth === "none" ? {} : { authorization: `Bearer ${callerOf(endpoint)}` }),
  };
  return target.send({ method: endpoint.method, path, headers, body });
}

async function countRows(): Promise<unknown> {
  const { db } = target;
  const [counts] = await db`
    select (select count(*) from payment_sessions where merchant_id = ${ada.id}) as sessions,
      (select count(*) from invoices where merchant_id = ${ada.id}) as invoices,
      (select count(*) from refunds where merchant_id = ${ada.id}) as refunds,
      (select count(*) from customers where merchant_id = ${ada.id}) as customers,
      (select count(*) from webhook_endpoints where merchant_id = ${ada.id}) as endpoints,
      (select count(*) from relay_submissions where merchant_id = ${ada.id}) as submissions,
      (select count(*) from events where merchant_id = ${ada.id}) as events`;
  return counts;
}

it("every endpoint with a body has its rules written out, for each of its fields", () => {
  expect(Object.keys(wrongBodies).sort()).toEqual(withBody.map(([name]) => name).sort());
  for (const [name, { body }] of withBody) {
    const shape = (body as unknown as { shape: object }).shape;
    expect(Object.keys(rulesOf(name).wrong).sort(), name).toEqual(Object.keys(shape).sort());
  }
});

it.each(withBody)("%s says which field is required", async (name, endpoint) => {
  const { body = {} } = samples[name] ?? {};
  const before = await countRows();
  for (const field of rulesOf(name).required) {
    const { [field]: _, ...without } = body;
    const reply = await send(name, endpoint, without);
    expect(reply.status, field).toBe(400);
    expect(reply.body.error).toMatchObject({
      code: "invalid_request",
      message: `${field} is required.`,
      param: field,
      details: { reason: "validation_failed", issues: [{ path: [field], message: "is required" }] },
    });
  }
  expect(await countRows()).toEqual(before);
});

it.each(withBody)("%s refuses each wrong value, and names its field", async (name, endpoint) => {
  const { body = {} } = samples[name] ?? {};
  const before = await countRows();
  for (const [field, values] of Object.entries(rulesOf(name).wrong)) {
    for (const value of values) {
      const reply = await send(name, endpoint, { ...body, [field]: value });
      const told = `${field}: ${JSON.stringify(value).slice(0, 80)}`;
      expect([reply.status, reply.body.error?.code], told).toEqual([400, "invalid_request"]);
      expect(reply.body.error?.param?.split(/[.[]/)[0], told).toBe(field);
      const issues = reply.body.error?.details?.issues as ValidationIssue[];
      expect(issues[0]?.path[0], told).toBe(field);
      // The library's own words for types and patterns help nobody.
      expect(JSON.stringify(issues), told).not.toMatch(/Invalid|expected|received|regex|pattern/);
    }
  }
  expect(await countRows()).toEqual(before);
});

it("the relay's numbers are digits up to 2^256 − 1, with leading zeros or without", async () => {
  const endpoint = registry.get("relayPayment");
  const { body = {} } = samples.relayPayment ?? {};
  if (!endpoint) throw new Error("it is declared");
  const most = (2n ** 256n - 1n).toString();
  for (const value of ["0", "007", most, most.padStart(160, "0")]) {
    const auth = { ...(body.auth as object), amount: value, validAfter: value, validBefore: value };
    const reply = await send("relayPayment", endpoint, { ...body, merchantId: value, auth });
    // What they say is refused, and not how they are written.
    expect([reply.status, reply.body.error?.details?.reason], value).toEqual([
      400,
      "merchant_mismatch",
    ]);
  }
});

it("the relay takes a salt in place of the intent's signature, and not with it", async () => {
  const endpoint = registry.get("relayPayment");
  const { intentSignature, ...body } = samples.relayPayment?.body ?? {};
  if (!endpoint) throw new Error("it is declared");
  const most = (2n ** 96n - 1n).toString();
  for (const salt of ["0", "007", most, most.padStart(160, "0")]) {
    const reply = await send("relayPayment", endpoint, { ...body, salt });
    // What it says is refused, and not how it is written.
    expect(reply.body.error?.details?.reason, salt).toMatch(/_mismatch$|^one_signature/);
  }
  const both = await send("relayPayment", endpoint, { ...body, intentSignature, salt: "0" });
  expect([both.status, both.body.error?.param]).toEqual([400, "intentSignature"]);
  expect(both.body.error?.details?.reason).toBe("validation_failed");
});

const withBounds = withBody.filter(([name]) => rulesOf(name).right);

it.each(withBounds)("%s takes each value at its bounds", async (name, endpoint) => {
  const { body = {} } = samples[name] ?? {};
  for (const [field, values] of Object.entries(rulesOf(name).right ?? {})) {
    for (const value of values) {
      const reply = await send(name, endpoint, { ...body, [field]: value });
      expect(reply.status, `${field}: ${JSON.stringify(reply.body)}`).toBe(endpoint.status);
    }
  }
});
