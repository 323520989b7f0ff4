import { hashTypedData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { paymentSettledTopic } from "@/lib/adapters/chain/events/payment-events";
import { relayHostedInput, type SigningRequest } from "@/lib/contract/payments/hosted-pay";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { ChainAccount } from "@/testing/chain";
import {
  cancelAuthorization,
  deployWallet,
  payerAt,
  platformOf,
  reasonOf,
  signMessage,
  visitor,
} from "@/testing/hosted-pages";
import { drain, index, makeFinal, newPayer, openSession } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { buildTypedData } from "./build-typed-data";
import { findSigningRequest } from "./hosted-nonce";
import { loadPayPage } from "./load-pay-page";
import { relayHostedPayment } from "./relay-hosted-payment";

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  payer = await newPayer(world);
  await makeFinal(world);
});
afterAll(() => world?.stop());
beforeEach(() => world.chain.mine());

type Once = Extract<SigningRequest, { signatures: 1 }>;
type Twice = Extract<SigningRequest, { signatures: 2 }>;

const ask = (session: SessionView, wallet: { address: Address } = payer) =>
  buildTypedData(visitor(world), payerAt(session, wallet));

async function askOnce(session: SessionView, wallet: { address: Address } = payer): Promise<Once> {
  const request = await ask(session, wallet);
  if (request.signatures !== 1) throw new Error("one signature is enough");
  return request;
}

async function signedOnce(session: SessionView, request: Once, signer = payer) {
  return relayHostedInput.parse({
    sessionId: session.id,
    signed: request.signed,
    authSignature: await signMessage(signer, request.authorization),
    salt: request.salt,
  });
}

async function signedTwice(session: SessionView, request: Twice, signer = payer) {
  return relayHostedInput.parse({
    sessionId: session.id,
    signed: request.signed,
    authSignature: await signMessage(signer, request.authorization),
    intentSignature: await signMessage(signer, request.intent),
  });
}

const relay = (input: Parameters<typeof relayHostedPayment>[1]) =>
  relayHostedPayment(visitor(world), input, platformOf(world));

async function settle(): Promise<void> {
  await drain(world.systemContext(), 2);
  await makeFinal(world);
}

/** How often the processor has settled what was signed. */
async function settlementsOf({ signed }: Once): Promise<number> {
  const address = addressOf(world.deployment(), "processor");
  const topics = [paymentSettledTopic, null, signed.nonce];
  const range = { fromBlock: "0x0", toBlock: "latest" };
  const logs = await world.chain.request<unknown[]>("eth_getLogs", [{ ...range, address, topics }]);
  return logs.length;
}

/** Writes down what a payer was asked to sign before. */
async function askedBefore(session: SessionView, before: { signatures: 1 | 2; nonce: Bytes32 }) {
  const validBefore = new Date(Date.now() + 900_000);
  const row = { sessionId: session.id, payer: payer.address, validBefore, ...before };
  await world.db`insert into signing_requests ${world.db(row)}`;
}

/** Requests that wait to be written down. */
const waitingNotes = () => world.db`
  select from pg_stat_activity
  where wait_event_type = 'Lock' and query like '%into signing_requests%'`;

const anyNonce: Bytes32 = `0x${"5c".repeat(32)}`;

describe("one message", () => {
  test("is asked for where the processor takes it, and the page says so", async () => {
    const session = await openSession(world);
    const page = await loadPayPage(visitor(world), { sessionId: session.id });
    expect(page).toMatchObject({ signatures: 1 });
    expect(lowerHex(page.processorAddress)).toBe(addressOf(world.deployment(), "processor"));
    expect(lowerHex(page.registryAddress)).toBe(addressOf(world.deployment(), "registry"));
    const request = await askOnce(session);
    expect(request).not.toHaveProperty("intent");
    const { signed, salt } = request;
    const nonce = hashTypedData({
      domain: {
        name: "Stipend Payments",
        version: "1",
        chainId: page.network.chainId,
        verifyingContract: lowerHex(page.processorAddress),
      },
      types: {
        PaymentTerms: [
          { name: "payer", type: "address" },
          { name: "registry", type: "address" },
          { name: "merchantId", type: "uint256" },
          { name: "token", type: "address" },
          { name: "amount", type: "uint256" },
          { name: "ref", type: "bytes32" },
          { name: "salt", type: "uint96" },
        ],
      },
      primaryType: "PaymentTerms",
      message: {
        payer: payer.address,
        registry: lowerHex(page.registryAddress),
        merchantId: BigInt(page.merchantId),
        token: lowerHex(page.tokenAddress),
        amount: BigInt(page.amount),
        ref: session.ref,
        salt: BigInt(salt),
      },
    });
    expect(signed.nonce).toBe(nonce);
    expect(request.authorization.message.nonce).toBe(nonce);
  });

  test("pays the session once, however often and from wherever it is sent", async () => {
    const session = await openSession(world);
    // Several devices at once, and one that comes later.
    const requests = await Promise.all([1, 2, 3, 4].map(() => askOnce(session)));
    requests.push(await askOnce(session));
    expect(new Set(requests.map(({ signed }) => signed.nonce)).size).toBe(1);
    expect(new Set(requests.map(({ salt }) => salt))).toEqual(new Set(["0"]));
    const inputs = await Promise.all(requests.map((request) => signedOnce(session, request)));
    const answers = await Promise.allSettled(inputs.map(relay));
    expect(answers.some(({ status }) => status === "fulfilled")).toBe(true);
    const submissions = await world.db`
      select from relay_submissions where session_id = ${session.id}`;
    expect(submissions).toHaveLength(1);
    const [first] = requests;
    if (!first) throw new Error("there are requests");
    await settle();
    expect(await relay(await signedOnce(session, first))).toMatchObject({ status: "confirmed" });
    expect(await settlementsOf(first)).toBe(1);
    expect(await reasonOf(ask(session))).toBe("not_payable");
  });

  test("is signed by a wallet's contract as well", async () => {
    const owner = await newPayer(world, 0n);
    const wallet = { address: await deployWallet(world, owner) };
    const session = await openSession(world);
    const request = await askOnce(session, wallet);
    await relay(await signedOnce(session, request, owner));
    await settle();
    expect(await settlementsOf(request)).toBe(1);
    const stranger = await newPayer(world, 0n);
    const other = await openSession(world);
    const forged = await signedOnce(other, await askOnce(other, wallet), stranger);
    expect(await reasonOf(relay(forged))).toBe("signature_invalid");
  });
});

describe("the form", () => {
  test("in which a payer was asked first stays, and the other one is not relayed", async () => {
    const session = await openSession(world);
    const { nonce } = (await askOnce(session)).signed;
    await world.db`delete from signing_requests where session_id = ${session.id}`;
    const rival = await newPayer(world);
    await askedBefore(session, { signatures: 2, nonce: anyNonce });
    await world.db`
      update signing_requests set valid_before = to_timestamp(1) where session_id = ${session.id}`;
    const request = await ask(session);
    if (request.signatures !== 2) throw new Error("the payer was asked for two signatures");
    expect(request.signed.nonce).not.toBe(nonce);
    expect((await ask(session)).signed.nonce).toBe(request.signed.nonce);
    // Another payer begins anew.
    expect((await askOnce(session, rival)).signatures).toBe(1);
    const once: Once = {
      ...request,
      signatures: 1,
      salt: "0",
      signed: { ...request.signed, nonce },
    };
    expect(await reasonOf(relay(await signedOnce(session, once)))).toBe("nonce_mismatch");
    await relay(await signedTwice(session, request));
    await settle();
    expect(
      await world.db`
      select status from payment_sessions where id = ${session.id}`,
    ).toEqual([{ status: "confirmed" }]);
  });

  test("of two signatures is refused where one was asked for", async () => {
    const session = await openSession(world);
    const request = await askOnce(session);
    const twice = relayHostedInput.parse({
      sessionId: session.id,
      signed: request.signed,
      authSignature: await signMessage(payer, request.authorization),
      intentSignature: `0x${"1".repeat(130)}`,
    });
    expect(await reasonOf(relay(twice))).toBe("nonce_mismatch");
  });
});

test("what was asked for is kept until the session is closed and nothing can be executed", async () => {
  const closed = await openSession(world);
  const open = await openSession(world);
  await ask(closed);
  await ask(open);
  const age = (days: number) => world.db`
    update signing_requests set valid_before = now() - ${days} * interval '1 day'
    where session_id in ${world.db([open.id, closed.id])}`;
  await cancelSession(world.merchantContext(), { id: closed.id });
  const left = async () => {
    await removeOldRows(world.systemContext(), { until: new Date(Date.now() + 20_000) });
    const rows = await world.db<{ sessionId: string }[]>`
      select session_id from signing_requests where session_id in ${world.db([open.id, closed.id])}`;
    return rows.map(({ sessionId }) => sessionId).sort();
  };
  await age(6);
  expect(await left()).toEqual([open.id, closed.id].sort());
  await age(8);
  await world.db`update chain_cursors set finalized_at = finalized_at - interval '9 days',
    reread_at = reread_at - interval '9 days'`;
  expect(await left()).toEqual([open.id, closed.id].sort());
  await world.db`update chain_cursors set finalized_at = finalized_at + interval '9 days',
    reread_at = reread_at + interval '9 days'`;
  expect(await left()).toEqual([open.id]);
});

describe("another nonce", () => {
  test("is not asked for while the one before may still be executed", async () => {
    const session = await openSession(world);
    await index(world);
    await askedBefore(session, { signatures: 1, nonce: anyNonce });
    expect(await reasonOf(ask(session))).toBe("authorization_pending");
    await world.db`
      update signing_requests set valid_before = to_timestamp(1) where session_id = ${session.id}`;
    const { signed } = await askOnce(session);
    const row = await findSigningRequest(world.db, session.id, payer.address);
    expect(row).toMatchObject({ signatures: 1, nonce: signed.nonce });
    expect(row?.validBefore).toEqual(new Date(Number(signed.validBefore) * 1_000));
  });

  test("has the next salt, once the payer has cancelled the one before for good", async () => {
    const session = await openSession(world);
    const canceller = await newPayer(world);
    const first = await askOnce(session, canceller);
    await cancelAuthorization(world, canceller, first.signed.nonce as Bytes32);
    expect(await reasonOf(ask(session, canceller))).toBe("authorization_pending");
    await makeFinal(world);
    const second = await askOnce(session, canceller);
    expect(second.salt).toBe("1");
    expect(second.signed.nonce).not.toBe(first.signed.nonce);
    const swapped: Once = { ...second, salt: "0" };
    expect(await reasonOf(relay(await signedOnce(session, swapped, canceller)))).toBe(
      "nonce_mismatch",
    );
    expect(await relay(await signedOnce(session, second, canceller))).toMatchObject({
      status: "submitted",
    });
  });

  test("is not given to the one of two devices that comes second", async () => {
    const session = await openSession(world);
    let asked: Promise<unknown> = Promise.resolve();
    await world.db.begin(async (tx) => {
      const row = { sessionId: session.id, payer: payer.address, validBefore: new Date() };
      await tx`insert into signing_requests ${tx({ ...row, signatures: 1, nonce: anyNonce })}`;
      asked = reasonOf(ask(session));
      await expect.poll(waitingNotes).toHaveLength(1);
    });
    expect(await asked).toBe("authorization_pending");
  });

  test("does not take the place of one that was asked for again meanwhile", async () => {
    const session = await openSession(world);
    await index(world);
    await askedBefore(session, { signatures: 1, nonce: anyNonce });
    await world.db`
      update signing_requests set valid_before = to_timestamp(1) where session_id = ${session.id}`;
    let asked: Promise<unknown> = Promise.resolve();
    await world.db.begin(async (tx) => {
      await tx`
        update signing_requests set valid_before = now() + interval '15 minutes'
        where session_id = ${session.id}`;
      asked = reasonOf(ask(session));
      await expect.poll(waitingNotes).toHaveLength(1);
    });
    expect(await asked).toBe("authorization_pending");
  });

  test("is not asked for beside one that was relayed by API and may still be executed", async () => {
    const session = await openSession(world);
    const request = await askOnce(session);
    await relay(await signedOnce(session, request));
    await world.db`
      update relay_submissions set state = 'rejected', closed_at = now()
      where session_id = ${session.id}`;
    await index(world);
    expect((await askOnce(session)).signed.nonce).toBe(request.signed.nonce);
    await world.db`
      update relay_submissions set auth_nonce = ${anyNonce}, payment_id = ${anyNonce} where session_id = ${session.id}`;
    expect(await reasonOf(ask(session))).toBe("authorization_pending");
    expect(await reasonOf(relay(await signedOnce(session, request)))).toBe("authorization_pending");
    await world.db`
      update relay_submissions set valid_before = 1 where session_id = ${session.id}`;
    expect((await askOnce(session)).signed.nonce).toBe(request.signed.nonce);
  });
});
