import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashTypedData } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type * as signing from "@/lib/contract/payments/checkout-signing";
import { checksumAddress } from "@/lib/core/chain/hex";
import { scopes } from "@/lib/core/identity/scopes";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { buildTypedData } from "@/lib/domain/payments/hosted-page/build-typed-data";
import { requestSessionSigning } from "@/lib/domain/payments/hosted-page/request-session-signing";
import { requestPlanSigning } from "@/lib/domain/subscriptions/hosted-page/request-plan-signing";
import { type ApiReply, openInProcess } from "@/testing/api/api-target";
import type { ChainAccount } from "@/testing/chain";
import { payerAt, refusalOf, visitor } from "@/testing/hosted-pages";
import { chainTime, drain, makeFinal, newPayer, openSession } from "@/testing/relay";

type PaymentSigning = ReceivedOutput<typeof signing.requestSessionSigning>;
type SubscriptionSigning = ReceivedOutput<typeof signing.requestPlanSigning>;
type Messages = (PaymentSigning | SubscriptionSigning)["messages"];

let target: Awaited<ReturnType<typeof openInProcess>>;
let key: string;
let payer: ChainAccount;
let stranger: ChainAccount;

beforeAll(async () => {
  target = await openInProcess();
  const { db, config, world } = target;
  const minted = { kind: "secret", name: "test", mode: "test", scopes } as const;
  key = (await mintKey({ db, config }, { ...minted, merchantId: world.merchant.id })).key;
  stranger = await newPayer(world, 0n);
});
afterAll(() => target.close());
beforeEach(async () => {
  await target.world.chain.mine();
  payer = await newPayer(target.world);
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  target.send({ method: "POST", path, body, headers });
const withKey = () => ({ authorization: `Bearer ${key}` });

const askSession = (
  id: string,
  body: Omit<SentInput<typeof signing.requestSessionSigning>, "id">,
) => post(`/v1/checkout/sessions/${id}/signing`, body);
const askPlan = (id: string, body: Omit<SentInput<typeof signing.requestPlanSigning>, "id">) =>
  post(`/v1/checkout/plans/${id}/signing`, body);

function answered<Answer>({ status, body }: ApiReply): Answer {
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Answer;
}

/** What the documentation shows: each message is signed as it came, and fills its blank. */
async function fill(
  { messages, relay }: { messages: Messages; relay: { body: object } },
  signerOf: (blank: string) => ChainAccount = () => payer,
) {
  const body: Record<string, unknown> = { ...relay.body };
  for (const { fills, typedData } of messages) {
    const account = privateKeyToAccount(signerOf(fills).privateKey);
    body[fills] = await account.signTypedData(JSON.parse(JSON.stringify(typedData)));
  }
  return body;
}

type Program = (base: string, id: string, account: PrivateKeyAccount, key: string) => Promise<void>;

/** The lines with viem in `docs/api.md`, of which the names are what the section says. */
async function documentedProgram(): Promise<Program> {
  const [, section = ""] = readFileSync("docs/api.md", "utf8").split("### Sign without the client");
  const [, lines = ""] = /```js\n([\s\S]*?)```/.exec(section) ?? [];
  const file = join(inject("runFolder"), "sign-without-client.mjs");
  const quiet = "const console = { log() {} };";
  writeFileSync(file, `export default async (base, id, account, key) => {${quiet}\n${lines}};`);
  return (await import(file)).default;
}

async function settle(): Promise<void> {
  const { world } = target;
  await drain(world.systemContext(), 2);
  await world.chain.mine();
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext());
}

const statusOf = async (path: string) =>
  (await target.send({ method: "GET", path, headers: withKey() })).body.status;

const refusedAs = ({ status, body }: ApiReply) => [
  status,
  body.error?.code,
  body.error?.details?.reason,
];
const pending = [409, "idempotency_error", "authorization_pending"];

async function newPlan(change: Record<string, unknown> = {}): Promise<string> {
  const body = { name: "Club", amount: "2500000", currency: "USDC", interval: "monthly" };
  const reply = await post("/v1/subscription-plans", { ...body, ...change }, withKey());
  return String(answered<{ id: string }>(reply).id);
}

describe("a session", () => {
  test.each([
    [undefined, "one_signature", ["ReceiveWithAuthorization"]],
    ["one_signature", "one_signature", ["ReceiveWithAuthorization"]],
    ["two_signatures", "two_signatures", ["ReceiveWithAuthorization", "PaymentIntent"]],
  ] as const)("asked for as %s is paid by the filled body", async (form, given, types) => {
    const session = await openSession(target.world, 2_500_000n);
    const asked = answered<PaymentSigning>(
      await askSession(session.id, { payer: payer.address, ...(form && { form }) }),
    );
    expect(asked).toMatchObject({ object: "payment_signing", form: given, sessionId: session.id });
    expect(asked.messages.map(({ typedData }) => typedData.primaryType)).toEqual(types);
    expect(asked.relay.blanks).toEqual(asked.messages.map(({ fills }) => fills));
    const before = await target.world.balanceOf(payer.address);
    const { method, path } = asked.relay;
    answered(await target.send({ method, path, body: await fill(asked), headers: withKey() }));
    await settle();
    expect(await statusOf(`/v1/payment-sessions/${session.id}`)).toBe("confirmed");
    expect(before - (await target.world.balanceOf(payer.address))).toBe(2_500_000n);
  });

  test("is paid by the program that the documentation shows", async () => {
    const session = await openSession(target.world, 2_500_000n);
    const run = await documentedProgram();
    await run(await target.baseUrl(), session.id, privateKeyToAccount(payer.privateKey), key);
    await settle();
    expect(await statusOf(`/v1/payment-sessions/${session.id}`)).toBe("confirmed");
  });

  test("is worded with amount, merchant, number and session, and its nonce can be checked", async () => {
    const session = await openSession(target.world, 2_500_000n);
    const { messages, terms } = answered<PaymentSigning>(
      await askSession(session.id, { payer: payer.address }),
    );
    const [authorization] = messages;
    const [merchant] = await target.db<{ businessName: string }[]>`
      select business_name from merchants where id = ${target.world.merchant.id}`;
    for (const said of ["2.50 USDC", merchant?.businessName, session.id, "digest of the payment"]) {
      expect(authorization?.meaning).toContain(said);
    }
    expect(hashTypedData(JSON.parse(JSON.stringify(terms)))).toBe(
      authorization?.typedData.message.nonce,
    );
    const two = answered<PaymentSigning>(
      await askSession(session.id, { payer: stranger.address, form: "two_signatures" }),
    );
    expect(two.terms).toBeNull();
    expect(two.messages[1]?.meaning).toContain(`2.50 USDC to ${merchant?.businessName}`);
  });

  test("is asked for once: the page and the endpoint word one authorization", async () => {
    const session = await openSession(target.world);
    const page = await buildTypedData(visitor(target.world), payerAt(session, payer));
    const asked = answered<PaymentSigning>(await askSession(session.id, { payer: payer.address }));
    expect(asked.relay.body.auth.nonce).toBe(page.signed.nonce);
    expect(asked.relay.body.salt).toBe("0");
    const again = answered<PaymentSigning>(await askSession(session.id, { payer: payer.address }));
    expect(again.relay.body.auth.nonce).toBe(page.signed.nonce);
  });

  test("has one form at a time, and the other one once the first can no longer be executed", async () => {
    const session = await openSession(target.world);
    await makeFinal(target.world);
    await buildTypedData(visitor(target.world), payerAt(session, payer));
    const two = { payer: payer.address, form: "two_signatures" } as const;
    expect(refusedAs(await askSession(session.id, two))).toEqual(pending);
    await target.db`
      update signing_requests set valid_before = to_timestamp(1) where session_id = ${session.id}`;
    const asked = answered<PaymentSigning>(await askSession(session.id, two));
    expect(asked.form).toBe("two_signatures");
    // The page goes on in that form, and the first one is refused now.
    const page = await buildTypedData(visitor(target.world), payerAt(session, payer));
    expect(page.signatures).toBe(2);
    expect(page.signed.nonce).toBe(asked.relay.body.auth.nonce);
    const one = { payer: payer.address, form: "one_signature" } as const;
    expect(refusedAs(await askSession(session.id, one))).toEqual(pending);
    const same = answered<PaymentSigning>(await askSession(session.id, { payer: payer.address }));
    expect(same.form).toBe("two_signatures");
  });

  test("that is asked for in both forms at once is worded in one", async () => {
    const session = await openSession(target.world);
    const replies = await Promise.all(
      (["one_signature", "two_signatures"] as const).map((form) =>
        askSession(session.id, { payer: payer.address, form }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("that is cancelled, or unknown, is not worded", async () => {
    const session = await openSession(target.world);
    await post(`/v1/payment-sessions/${session.id}/cancel`, undefined, withKey());
    const asked = { payer: payer.address };
    expect(refusedAs(await askSession(session.id, asked))).toEqual([
      403,
      "session_invalid_state",
      "not_payable",
    ]);
    expect((await askSession("ps_8fK2mQ0xZ7dVbN4tRj1LcW5Y", asked)).status).toBe(404);
  });
});

test("a payer is counted at each session, and at each plan", async () => {
  const ctx = visitor(target.world);
  const slow = { ...ctx, config: { ...ctx.config, RATE_LIMIT_SCALE: 2 / 60 } };
  const limited = { code: "rate_limited", info: { details: { reason: "payer_limit" } } };
  const ids = [(await openSession(target.world)).id, (await openSession(target.world)).id] as const;
  const ask = (id: string, wallet = payer) =>
    requestSessionSigning(slow, { id, payer: wallet.address });
  await ask(ids[0]);
  await ask(ids[0]);
  expect(await refusalOf(ask(ids[0]))).toMatchObject(limited);
  await ask(ids[0], stranger);
  await ask(ids[1]);
  const plan = { id: await newPlan(), payer: payer.address };
  await requestPlanSigning(slow, plan);
  await requestPlanSigning(slow, plan);
  expect(await refusalOf(requestPlanSigning(slow, plan))).toMatchObject(limited);
});

describe("a signature that is not the payer's", () => {
  const details = (message: string) => ({
    reason: "signature_invalid",
    message,
    recovered: checksumAddress(stranger.address),
  });

  test.each([
    ["one_signature", "authSignature", "ReceiveWithAuthorization"],
    ["two_signatures", "authSignature", "ReceiveWithAuthorization"],
    ["two_signatures", "intentSignature", "PaymentIntent"],
  ] as const)("in a payment of %s as %s is named", async (form, param, message) => {
    const session = await openSession(target.world);
    const asked = answered<PaymentSigning>(
      await askSession(session.id, { payer: payer.address, form }),
    );
    const body = await fill(asked, (blank) => (blank === param ? stranger : payer));
    const reply = await post(asked.relay.path, body, withKey());
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ param, details: details(message) });
  });

  test("is told apart from a nonce that is not the digest of the terms", async () => {
    const session = await openSession(target.world);
    const asked = answered<PaymentSigning>(await askSession(session.id, { payer: payer.address }));
    const body = { ...(await fill(asked)), salt: "7" };
    const { body: refused } = await post(asked.relay.path, body, withKey());
    expect(refused.error).toMatchObject({
      param: "auth.nonce",
      details: {
        reason: "signature_invalid",
        message: "PaymentTerms",
        expectedNonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    });
  });

  test.each([
    ["permitSignature", "Permit"],
    ["intentSignature", "SubscriptionIntent"],
  ] as const)("in a subscription as %s is named", async (param, message) => {
    const asked = answered<SubscriptionSigning>(
      await askPlan(await newPlan(), { payer: payer.address }),
    );
    const body = await fill(asked, (blank) => (blank === param ? stranger : payer));
    const reply = await post(asked.relay.path, body, withKey());
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ param, details: details(message) });
  });
});

describe("a plan", () => {
  test("is subscribed to by the filled body, with its first charge", async () => {
    const id = await newPlan();
    const asked = answered<SubscriptionSigning>(await askPlan(id, { payer: payer.address }));
    const [permit, intent] = asked.messages;
    expect(permit?.meaning).toContain("at most 30.00 USDC");
    expect(intent?.meaning).toContain("charge at most 2.50 USDC every 30 days");
    const before = await target.world.balanceOf(payer.address);
    const { method, path } = asked.relay;
    const body = await fill(asked);
    const { subscriptionId } = answered<{ subscriptionId: string }>(
      await target.send({ method, path, body, headers: withKey() }),
    );
    await settle();
    expect(await statusOf(`/v1/subscriptions/${subscriptionId}`)).toBe("active");
    expect(before - (await target.world.balanceOf(payer.address))).toBe(2_500_000n);
    expect(refusedAs(await askPlan(id, { payer: payer.address }))).toEqual([
      403,
      "session_invalid_state",
      "already_subscribed",
    ]);
  });

  test("is worded for the times that are asked for", async () => {
    const id = await newPlan();
    const startAt = await chainTime(target.world);
    const endAt = startAt + 3n * 2_592_000n;
    const times = { startAt: String(startAt), endAt: String(endAt) };
    const asked = answered<SubscriptionSigning>(
      await askPlan(id, { payer: payer.address, ...times }),
    );
    expect(asked.relay.body).toMatchObject({ ...times, permitData: { value: "7500000" } });
    answered(await post(asked.relay.path, await fill(asked), withKey()));
    await settle();
  });

  test("is not worded for times that the relay would refuse", async () => {
    const id = await newPlan();
    const limited = await newPlan({ maxCycles: 3 });
    const now = await chainTime(target.world);
    const reasonOf = async (plan: string, times: Record<string, bigint>) => {
      const texts = Object.entries(times).map(([name, time]) => [name, String(time)]);
      const reply = await askPlan(plan, { payer: payer.address, ...Object.fromEntries(texts) });
      return [reply.status, reply.body.error?.param, reply.body.error?.details?.reason];
    };
    expect(await reasonOf(id, { endAt: 0n })).toEqual([400, "endAt", "end_mismatch"]);
    expect(await reasonOf(id, { endAt: now - 1n })).toEqual([400, "endAt", "end_mismatch"]);
    expect(await reasonOf(limited, { endAt: now + 10n })).toEqual([400, "endAt", "end_mismatch"]);
    expect(await reasonOf(id, { startAt: now + 90_000n })).toEqual([
      400,
      "startAt",
      "start_too_late",
    ]);
    expect(await reasonOf(id, { startAt: now - 90_000n })).toEqual([
      400,
      "startAt",
      "start_too_early",
    ]);
  });

  test("that is archived, or a suspended merchant's, is not worded", async () => {
    const id = await newPlan();
    const { db, world } = target;
    await db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
    const suspended = await askPlan(id, { payer: payer.address });
    await db`update merchants set status = 'active' where id = ${world.merchant.id}`;
    expect(refusedAs(suspended)).toEqual([403, "permission_denied", "merchant_suspended"]);
    await post(`/v1/subscription-plans/${id}/archive`, undefined, withKey());
    expect(refusedAs(await askPlan(id, { payer: payer.address }))).toEqual([
      403,
      "session_invalid_state",
      "plan_archived",
    ]);
  });
});
