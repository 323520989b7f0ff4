import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { Refusal, type ValidationIssue } from "@/lib/core/errors";
import { parseSigned } from "@/lib/server/api/parse";
import { makeSamples } from "./api-samples";
import { type ApiMerchant, type ApiReply, type ApiTarget, openApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";
import { wrongBody } from "./derive-wrong";
import { watchRefusals } from "./watch-refusals";
import { wrongBodies } from "./wrong-bodies";

let target: ApiTarget;
let ada: ApiMerchant;
let adminToken: string;
let samples: Record<string, Sample>;

beforeAll(async () => {
  target = await watchRefusals(await openApiTarget());
  ada = await target.addMerchant();
  samples = await makeSamples(target, ada, "test");
  adminToken = await target.adminToken();
});
afterAll(() => target.close());

const withBody = [...registry].filter(([, endpoint]) => endpoint.body);
/** What follows from the declaration, and what is written out because a schema does not show it. */
function rulesOf(name: string, endpoint: Endpoint) {
  const derived = wrongBody(endpoint);
  const { required = derived.required, wrong = {}, right } = wrongBodies[name] ?? {};
  const fields = [...new Set([...Object.keys(derived.wrong), ...Object.keys(wrong)])];
  // What a creation may leave out may be null as well.
  const isRefused = (field: string, value: unknown) =>
    value !== null || endpoint.method !== "POST" || derived.required.includes(field);
  const both = fields.map((field) => [
    field,
    [...(derived.wrong[field] ?? []), ...(wrong[field] ?? [])].filter((value) =>
      isRefused(field, value),
    ),
  ]);
  return {
    required,
    wrong: Object.fromEntries(both) as Readonly<Record<string, readonly unknown[]>>,
    right,
  };
}

const rules = new Map(withBody.map(([name, endpoint]) => [name, rulesOf(name, endpoint)]));
const ruleOf = (name: string) => rules.get(name) ?? { required: [], wrong: {}, right: {} };

/** A person's session where keys are refused, and an admin user's where merchants are. */
function callerOf({ auth }: Endpoint): string {
  if (auth === "admin") return adminToken;
  return auth === "session" ? ada.session : ada.keys.test;
}

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

it("each field of a body refuses something", () => {
  for (const [name, { body }] of withBody) {
    const shape = (body as unknown as { shape: object }).shape;
    for (const field of Object.keys(shape)) {
      expect(ruleOf(name).wrong[field], `${name}.${field}`).not.toEqual(undefined);
      expect(ruleOf(name).wrong[field], `${name}.${field}`).not.toEqual([]);
    }
  }
});

it.each(withBody)("%s says which field is required", async (name, endpoint) => {
  const { body = {} } = samples[name] ?? {};
  const before = await countRows();
  for (const field of ruleOf(name).required) {
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
  for (const [field, values] of Object.entries(ruleOf(name).wrong)) {
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

/** Values that a field takes, to stand beside a wrong value of another one. */
function rightValues(name: string, field: string): readonly unknown[] {
  const sample = samples[name]?.body?.[field];
  return ruleOf(name).right?.[field] ?? (sample === undefined ? [] : [sample]);
}

const pairsOf = (left: readonly unknown[], right: readonly unknown[]) =>
  left.flatMap((one) => right.map((other) => [one, other] as const));

/** The field that a body is refused for; undefined where its verb refuses it, or nothing does. */
function refusedField({ body }: Endpoint, sent: object): string | undefined {
  if (!body) throw new Error("it has a body");
  try {
    parseSigned(body, { text: JSON.stringify(sent), headers: {} });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.info.param?.split(/[.[]/)[0];
  }
}

// Rules over several fields run over those that are decoded: one that is not must not reach them.
const withSeveral = withBody.filter(([name]) => Object.keys(ruleOf(name).wrong).length > 1);

it.each(withSeveral)(
  "%s names a wrong value's field beside each right value of another one",
  (name, endpoint) => {
    const { body = {} } = samples[name] ?? {};
    const { wrong } = ruleOf(name);
    for (const [field, values] of Object.entries(wrong)) {
      for (const other of Object.keys(wrong).filter((key) => key !== field)) {
        for (const [value, right] of pairsOf(values, rightValues(name, other))) {
          const told = `${field} ${JSON.stringify(value)} beside ${other} ${JSON.stringify(right)}`;
          const sent = { ...body, [other]: right, [field]: value };
          expect([field, undefined], told.slice(0, 160)).toContain(refusedField(endpoint, sent));
        }
      }
    }
  },
);

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

const withBounds = withBody.filter(([name]) => ruleOf(name).right);

it.each(withBounds)("%s takes each value at its bounds", async (name, endpoint) => {
  const { body = {} } = samples[name] ?? {};
  for (const [field, values] of Object.entries(ruleOf(name).right ?? {})) {
    for (const value of values) {
      const reply = await send(name, endpoint, { ...body, [field]: value });
      expect(reply.status, `${field}: ${JSON.stringify(reply.body)}`).toBe(endpoint.status);
    }
  }
});
