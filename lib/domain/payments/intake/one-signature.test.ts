import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { termsMessage, termsNonce } from "@/lib/adapters/chain/calls/payments";
import { addressOf } from "@/lib/adapters/chain/chains";
import { lowerHex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { findSession } from "@/lib/domain/payments/sessions/find-session";
import { viewPublicSession } from "@/lib/domain/payments/sessions/view";
import type { ChainAccount } from "@/testing/chain";
import { signOnce, termsDigest } from "@/testing/one-signature";
import { newPayer, openSession, signRequest, submissionRow, submit } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { paymentRequest, type RelayPaymentInput } from "./payment-request";

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await newPayer(world);
}, 60_000);
afterAll(() => world.stop());

const count = async () => {
  const [row] = await world.db<{ count: number }[]>`
    select count(*)::int as count from relay_submissions`;
  return row?.count;
};

/** The refusal, and that it has written no row. */
async function refusalOf(input: RelayPaymentInput) {
  const before = await count();
  const refused = await submit(world.merchantContext(), input).catch((error: unknown) => error);
  if (!(refused instanceof Refusal)) throw new Error(`not refused: ${JSON.stringify(refused)}`);
  expect(await count()).toBe(before);
  const { param, details } = refused.info;
  return { code: refused.code, param, reason: details?.reason };
}

const invalid = (param: string, reason: string) => ({ code: "invalid_request", param, reason });

test("a payment with one signature is stored under the nonce, with its salt and no second signature", async () => {
  const session = await openSession(world);
  const salt = 2n ** 96n - 1n;
  const input = await signOnce(world, payer, session, { salt });
  const view = await submit(world.merchantContext(), input);
  expect(view).toMatchObject({ status: "queued", paymentId: input.auth.nonce });
  const row = await submissionRow(world, view);
  expect(row).toMatchObject({ state: "queued", salt, intentSignature: null });
  expect(row.intentId).not.toBe(row.paymentId);
  const again = await submit(world.merchantContext(), input);
  expect(again.id).toBe(view.id);
});

test("the database takes neither both forms in a row nor none, and no nonce that is not the id", async () => {
  const { id } = await submit(world.merchantContext(), await signOnce(world, payer, null));
  const { db } = world;
  const changes = [
    db`intent_signature = '\x01'`,
    db`salt = null, intent_id = null`,
    db`salt = null, intent_id = null, intent_signature = null`,
    db`intent_id = null`,
    db`salt = 79228162514264337593543950336`,
    db`salt = -1`,
    db`payment_id = intent_id`,
  ];
  for (const change of changes) {
    await expect(db`update relay_submissions set ${change} where id = ${id}`).rejects.toMatchObject(
      {
        constraint_name: "relay_submissions_form",
      },
    );
  }
});

test("another salt under the same key is another payload", async () => {
  const session = await openSession(world);
  const input = await signOnce(world, payer, session, { salt: 1n });
  await submit(world.merchantContext(), input);
  const other = { ...input, salt: 2n };
  await expect(submit(world.merchantContext(), other)).rejects.toMatchObject({
    code: "idempotency_error",
  });
});

test("the digest of the terms is the one that another implementation computes", () => {
  const terms = {
    payer: lowerHex(payer.address),
    merchantId: 7n,
    token: world.deployment().usdc,
    amount: 2n ** 255n,
    ref: lowerHex(`0x${randomBytes(32).toString("hex")}`),
    salt: 2n ** 95n + 3n,
  };
  expect(termsNonce(world.deployment(), terms)).toBe(termsDigest(world.deployment(), terms));
  expect(termsMessage(world.deployment(), terms).message).toEqual({
    ...terms,
    registry: addressOf(world.deployment(), "registry"),
  });
});

test.each<[string, (input: RelayPaymentInput) => RelayPaymentInput]>([
  ["another salt", (input) => ({ ...input, salt: 5n })],
  ["a nonce of its own", (input) => ({ ...input, auth: { ...input.auth, nonce: input.ref } })],
  [
    "another payer",
    (input) => ({ ...input, auth: { ...input.auth, from: world.merchant.payout } }),
  ],
])("a nonce that is not the digest of what is sent is refused: %s", async (_what, change) => {
  const session = await openSession(world);
  const input = change(await signOnce(world, payer, session));
  expect(await refusalOf(input)).toEqual(invalid("auth.nonce", "signature_invalid"));
});

test("a signature of another window is refused, although the nonce is right", async () => {
  const session = await openSession(world);
  const input = await signOnce(world, payer, session);
  const auth = { ...input.auth, validBefore: input.auth.validBefore + 1n };
  expect(await refusalOf({ ...input, auth })).toEqual(
    invalid("authSignature", "signature_invalid"),
  );
});

test("neither the intent's signature nor a salt, or both, are refused", async () => {
  const session = await openSession(world);
  const [once, twice] = await Promise.all([
    signOnce(world, payer, session),
    signRequest(world, payer, session),
  ]);
  const wrong = invalid("intentSignature", "validation_failed");
  expect(await refusalOf({ ...once, salt: undefined })).toEqual(wrong);
  expect(await refusalOf({ ...twice, salt: 0n })).toEqual(wrong);
});

test("a signature that is longer than what the contract takes is refused before the chain is asked", async () => {
  const session = await openSession(world);
  const input = await signOnce(world, payer, session);
  const long = lowerHex(`0x${"12".repeat(2_049)}`);
  const wrong = invalid("authSignature", "signature_invalid");
  expect(await refusalOf({ ...input, authSignature: long })).toEqual(wrong);
  await expect(submit(world.merchantContext(), { ...input, authSignature: long })).rejects.toThrow(
    "at most 2048 bytes",
  );
  const twice = await signRequest(world, payer, session);
  expect(await refusalOf({ ...twice, intentSignature: long })).toEqual(
    invalid("intentSignature", "signature_invalid"),
  );
});

test("a session says how many signatures its contract takes", async () => {
  const { id, signatures } = await openSession(world);
  expect(signatures).toEqual([1, 2]);
  const ctx = world.merchantContext();
  expect(viewPublicSession(ctx, await findSession(ctx, id)).signatures).toEqual([1, 2]);
});

test("both forms on one authorization are one: the second is refused", async () => {
  const session = await openSession(world);
  const once = await signOnce(world, payer, session, { salt: 9n });
  const { validBefore, nonce } = once.auth;
  const twice = await signRequest(world, payer, session, { validBefore, nonce });
  await submit(world.merchantContext(), once);
  expect(await refusalOf(twice)).toMatchObject({ param: "auth.nonce", reason: "nonce_used" });
});

test("a session that is being paid takes no payment of the other form", async () => {
  const session = await openSession(world);
  await submit(world.merchantContext(), await signRequest(world, payer, session));
  const once = await signOnce(world, payer, session, { salt: 10n });
  expect(await refusalOf(once)).toMatchObject({
    code: "session_invalid_state",
    reason: "payment_in_flight",
  });
});

test("both forms at once for one session: one is taken", async () => {
  const payers = [await newPayer(world), await newPayer(world)];
  // Connections that are open already: a cold pool would let one request through after the other.
  await Promise.all(Array.from({ length: 20 }, () => world.db`select pg_sleep(0.01)`));
  for (let round = 0; round < 5; round += 1) {
    const session = await openSession(world);
    const inputs = await Promise.all(
      payers.flatMap((one) => [
        signOnce(world, one, session, { salt: BigInt(round) }),
        signRequest(world, one, session),
      ]),
    );
    const answers = await Promise.allSettled(
      inputs.map((input) => submit(world.merchantContext(), input)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const rows = await world.db`select from relay_submissions where session_id = ${session.id}`;
    expect(rows).toHaveLength(1);
  }
});

test("a request with two signatures has the hash that it always had", () => {
  const bytes = (byte: string) => lowerHex(`0x${byte.repeat(32)}`);
  const address = (byte: string) => lowerHex(`0x${byte.repeat(20)}`);
  const signature = { v: 27, r: bytes("01"), s: bytes("02") };
  const { hash } = paymentRequest(world.merchantContext().actor, {
    idempotencyKey: "key",
    merchantId: 1n,
    token: address("aa"),
    auth: {
      from: address("bb"),
      amount: 5n,
      validAfter: 0n,
      validBefore: 9n,
      nonce: bytes("cc"),
    },
    ref: bytes("dd"),
    authSignature: signature,
    intentSignature: signature,
    sessionId: "ps_1",
  });
  expect(hash).toBe("0x7c63d6e235b57bcea0e0c5bc433bd560");
});
