import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TransactionSql } from "@/db/client";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { relayHostedInput, type SigningRequest } from "@/lib/contract/payments/hosted-pay";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { duplicateInvoice } from "@/lib/domain/invoices/duplicate-invoice";
import { sendInvoice } from "@/lib/domain/invoices/send-invoice";
import { relayPayment } from "@/lib/domain/payments/intake/relay-payment";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import { scanChain } from "@/lib/indexer/scan-chain";
import { type ChainAccount, startChain, type TestChain } from "@/testing/chain";
import { deployFurther, registerIn, withDeployment } from "@/testing/further-deployment";
import { platformOf, reasonOf, refusalOf, signMessage, visitor } from "@/testing/hosted-pages";
import { drain, newPayer, signRequest } from "@/testing/relay";

import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { buildTypedData } from "./build-typed-data";
import { loadPayPage } from "./load-pay-page";
import { moveSession } from "./move-session";
import { readBalances } from "./read-balances";
import { relayHostedPayment } from "./relay-hosted-payment";
import { requestSessionSigning } from "./request-session-signing";

const HERE = 31_337;
const THERE = 31_338;
const AMOUNT = 5_000_000n;

/** A mode with two chains: `here` is the first, `there` the second one of the same database. */
let here: World;
let there: World;
let other: TestChain;
let payer: ChainAccount;

beforeAll(async () => {
  [here, other] = await Promise.all([
    createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } }),
    startChain(THERE),
  ]);
  there = await registerIn(await withDeployment(here, other, await deployFurther(other)));
  // The same accounts have money on both chains.
  payer = await fundPayer(here);
  await there.chain.request("anvil_setBalance", [payer.address, "0x8ac7230489e80000"]);
  await there.mint(payer.address, 1_000_000_000n);
  await readAll();
});
afterAll(async () => {
  await Promise.all([here?.stop(), other?.stop()]);
});

/** Reads both chains to their heads, which are final afterwards. */
async function readAll() {
  for (const { chain } of [here, there]) {
    await chain.mine(4);
    const configured = there.chains.all.find(({ id }) => id === chain.chainId);
    if (!configured) throw new Error("the chain is configured");
    const until = new Date(Date.now() + 20_000);
    expect(await scanChain(there.systemContext(), configured, until)).toEqual({ kind: "current" });
  }
}

const guest = () => visitor(there);
const merchant = () => there.merchantContext();
const open = (more: { chainId?: number; currency?: "USDC" | "EURC" } = {}) =>
  createSession(merchant(), { amount: AMOUNT, currency: "USDC", ...more });
const move = ({ id }: SessionView, chainId = THERE) =>
  moveSession(guest(), { sessionId: id, chainId });
const now = (session: SessionView) => getSession(merchant(), session);
const chainsOf = async ({ id }: SessionView) =>
  (await loadPayPage(guest(), { sessionId: id })).chains.map(({ chainId }) => chainId);
const ask = (session: SessionView, wallet: { address: Address } = payer) =>
  buildTypedData(guest(), { sessionId: session.id, payer: lowerHex(wallet.address) });

/** Pays as the hosted page does, where the session is. */
async function pay(session: SessionView, signer = payer) {
  const request: SigningRequest = await ask(session, signer);
  if (request.signatures !== 1) throw new Error("one signature is enough");
  const input = relayHostedInput.parse({
    sessionId: session.id,
    signed: request.signed,
    authSignature: await signMessage(signer, request.authorization),
    salt: request.salt,
  });
  return relayHostedPayment(guest(), input, platformOf(there));
}

/** A context in which one deployment is another one. */
function withThere(change: (deployment: Deployment) => Deployment) {
  const deployments = there.chains.deployments.map((deployment) =>
    deployment.id === there.deployment().id ? change(deployment) : deployment,
  );
  return { ...guest(), chains: { ...there.chains, deployments } };
}

const endRequests = ({ id }: SessionView) => there.db`
  update signing_requests set valid_before = to_timestamp(1) where session_id = ${id}`;
const requestsOf = ({ id }: SessionView) => there.db<{ payer: Address }[]>`
  select payer from signing_requests where session_id = ${id}`;
const waiting = (text: string) => there.db`
  select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${text}%`}`;
const anyNonce = `0x${"5c".repeat(32)}`;

/** Moves a session while another transaction holds its lock. @returns the word for the refusal */
async function moveDuring(session: SessionView, work: (tx: TransactionSql) => Promise<void>) {
  let moving: Promise<unknown> = Promise.resolve();
  await there.db.begin(async (tx) => {
    await tx`select from payment_sessions where id = ${session.id} for share`;
    moving = reasonOf(move(session));
    await expect.poll(() => waiting("for no key update")).toHaveLength(1);
    await work(tx);
  });
  return moving;
}

const settled = { code: "session_invalid_state", info: { details: { reason: "chain_settled" } } };
const notOffered = (chainIds: number[]) => ({
  code: "invalid_request",
  info: { param: "chainId", details: { reason: "chain_not_offered", chainIds } },
});

describe("a session whose creation named no chain", () => {
  test("moves to another one, with the terms of its deployment, and is paid there", async () => {
    const session = await open();
    expect(session).toMatchObject({ chainId: HERE });
    expect(await chainsOf(session)).toEqual([HERE, THERE]);
    await move(session);
    const moved = await now(session);
    expect(moved).toMatchObject({
      chainId: THERE,
      registryAddress: addressOf(there.deployment(), "registry"),
      processorAddress: addressOf(there.deployment(), "processor"),
      chainMerchantId: there.merchant.chainMerchantId.test,
      ref: session.ref,
      amount: AMOUNT,
    });
    const page = await loadPayPage(guest(), { sessionId: session.id });
    expect(page).toMatchObject({ network: { chainId: THERE }, status: { chainId: THERE } });
    expect(page.chains.map(({ chainId }) => chainId)).toEqual([HERE, THERE]);
    await pay(session);
    await drain(there.systemContext(), 2);
    await readAll();
    expect(await now(session)).toMatchObject({ status: "confirmed", chainId: THERE });
    const [paid] = await there.db`
      select chain_id, type, payment_exception from transactions where session_id = ${session.id}`;
    expect(paid).toEqual({ chainId: THERE, type: "payment", paymentException: "none" });
  });

  test("moves back, and to where it is at any time", async () => {
    const session = await open();
    await move(session);
    await move(session, THERE);
    await move(session, HERE);
    expect((await now(session)).chainId).toBe(HERE);
    await ask(session);
    expect((await move(session, HERE)).id).toBe(session.id);
  });

  test("takes the token of the chain that it moves to", async () => {
    const session = await open();
    const address: Address = `0x${"7e".repeat(20)}`;
    const ctx = withThere((deployment) => {
      const { USDC } = deployment.tokens;
      return USDC ? { ...deployment, tokens: { USDC: { ...USDC, address } } } : deployment;
    });
    await moveSession(ctx, { sessionId: session.id, chainId: THERE });
    expect((await now(session)).tokenAddress).toBe(address);
  });

  test("may be an invoice's", async () => {
    const content = {
      currency: "USDC",
      lineItems: [{ description: "Work", quantity: 1, unitAmount: AMOUNT }],
    } as Parameters<typeof createInvoice>[1];
    const { id, sessionId } = await createInvoice(merchant(), content);
    const session = await getSession(merchant(), { id: sessionId });
    // A draft's is not to be paid yet.
    expect(await reasonOf(move(session))).toBe("not_payable");
    await there.db`update payment_sessions set status = 'pending' where id = ${sessionId}`;
    await move(session);
    expect((await now(session)).chainId).toBe(THERE);
    // Its copy names no chain either; that of one that named it does.
    const copy = await duplicateInvoice(merchant(), { id });
    expect(copy.chainId).toBe(HERE);
    const fixed = await createInvoice(merchant(), { ...content, chainId: THERE });
    expect((await duplicateInvoice(merchant(), fixed)).chainId).toBe(THERE);
  });
});

describe("an invoice's draft whose deployment is not configured any more", () => {
  type Content = Parameters<typeof createInvoice>[1];
  const draft = (more: Pick<Content, "chainId"> = {}) =>
    createInvoice(merchant(), {
      currency: "USDC",
      customerEmail: "ada@x.example",
      lineItems: [{ description: "Work", quantity: 1, unitAmount: AMOUNT }],
      ...more,
    });
  const token: Address = `0x${"7e".repeat(20)}`;

  /** The merchant's context in a process that started without the first chain's deployment. */
  function left() {
    const retired = [here.deployment()];
    const deployments = there.chains.deployments
      .filter(({ id }) => id !== here.deployment().id)
      .map((deployment) => {
        const { USDC } = deployment.tokens;
        const isThere = USDC && deployment.id === there.deployment().id;
        return isThere
          ? { ...deployment, tokens: { USDC: { ...USDC, address: token } } }
          : deployment;
      });
    return { ...merchant(), chains: { ...there.chains, deployments, retired } };
  }

  test("is opened where something new would be paid, over the same amount", async () => {
    const made = await draft();
    expect(made.chainId).toBe(HERE);
    const sent = await sendInvoice(left(), made);
    expect(sent).toMatchObject({ status: "sent", chainId: THERE, total: AMOUNT, currency: "USDC" });
    expect(sent.rounding).toBe(made.rounding);
    expect(await getSession(left(), { id: made.sessionId })).toMatchObject({
      status: "pending",
      chainId: THERE,
      tokenAddress: token,
      registryAddress: addressOf(there.deployment(), "registry"),
      amount: AMOUNT,
    });
  });

  test("is not opened on the chain that it names, and its duplicate names none", async () => {
    const made = await draft({ chainId: HERE });
    expect(await refusalOf(sendInvoice(left(), made))).toMatchObject({
      code: "permission_denied",
      info: { details: { reason: "not_deployed", contract: "processor" } },
    });
    const session = { id: made.sessionId };
    expect(await getSession(merchant(), session)).toMatchObject({ status: "created" });
    const copy = await duplicateInvoice(left(), made);
    expect(copy).toMatchObject({ status: "draft", chainId: THERE });
    // Listed again, it is opened there.
    expect(await sendInvoice(merchant(), made)).toMatchObject({ status: "sent", chainId: HERE });
    expect(await getSession(merchant(), session)).toMatchObject({ status: "pending" });
  });
});

describe("a chain is not offered", () => {
  test("where the session's creation named one", async () => {
    const session = await open({ chainId: HERE });
    expect(await chainsOf(session)).toEqual([]);
    await expect(move(session)).rejects.toMatchObject(notOffered([HERE]));
    expect((await now(session)).chainId).toBe(HERE);
  });

  test("that the mode does not have", async () => {
    await expect(move(await open(), 1)).rejects.toMatchObject(notOffered([HERE, THERE]));
    const live = await createSession(there.merchantContext({ mode: "live" }), {
      amount: AMOUNT,
      currency: "USDC",
    });
    await expect(move(live)).rejects.toMatchObject(notOffered([HERE]));
    expect(await chainsOf(live)).toEqual([]);
  });

  test("in whose registry another merchant is alone", async () => {
    const { id: merchantId } = await here.addMerchant();
    const session = await createSession(there.merchantContext({ merchantId }), {
      amount: AMOUNT,
      currency: "USDC",
    });
    await expect(move(session)).rejects.toMatchObject(notOffered([HERE]));
    expect(await chainsOf(session)).toEqual([]);
  });

  test("that has no token for the currency, or no processor", async () => {
    const session = await open({ currency: "EURC" });
    const input = { sessionId: session.id, chainId: THERE };
    const { USDC } = there.deployment().tokens;
    if (!USDC) throw new Error("the chain has USDC");
    const withoutEuro = withThere((deployment) => ({ ...deployment, tokens: { USDC } }));
    await expect(moveSession(withoutEuro, input)).rejects.toMatchObject(notOffered([HERE]));
    const withoutProcessor = withThere((deployment) => {
      const { registry } = deployment.contracts;
      return { ...deployment, contracts: { registry } };
    });
    await expect(moveSession(withoutProcessor, input)).rejects.toMatchObject(notOffered([HERE]));
  });

  test.each([
    ["the registration is lost", "merchant_registrations", "status = 'none'", "status = 'active'"],
    [
      "the payout address cannot be used",
      "merchant_registrations",
      "payout_trouble = 'payer_blocked'",
      "payout_trouble = null",
    ],
    ["the merchant is suspended", "merchants", "status = 'suspended'", "status = 'active'"],
    ["the chain is halted", "chain_cursors", "halted_reason = 'lost'", "halted_reason = null"],
    ["the chain is in doubt", "chain_cursors", "doubt_since = now()", "doubt_since = null"],
  ])("where %s", async (_, table, change, back) => {
    const session = await open();
    const places: Record<string, string> = {
      merchants: `id = '${there.merchant.id}'`,
      merchant_registrations: `deployment_id = '${there.deployment().id}'`,
      chain_cursors: `chain_id = ${THERE}`,
    };
    const set = (to: string) =>
      there.db.unsafe(`update ${table} set ${to} where ${places[table] ?? "false"}`);
    await set(change);
    try {
      await expect(move(session)).rejects.toMatchObject(notOffered([HERE]));
      expect(await chainsOf(session)).toEqual([]);
    } finally {
      await set(back);
    }
    await move(session);
  });
});

describe("a session keeps its chain", () => {
  test("from the first request for a signature until that can no longer be executed", async () => {
    const session = await open();
    await ask(session);
    expect(await chainsOf(session)).toEqual([]);
    await expect(move(session)).rejects.toMatchObject(settled);
    expect((await now(session)).chainId).toBe(HERE);
    await endRequests(session);
    expect(await chainsOf(session)).toEqual([HERE, THERE]);
    await move(session);
    // What was asked for on the chain that it has left is gone with it.
    expect(await requestsOf(session)).toEqual([]);
    await ask(session);
    await expect(move(session, HERE)).rejects.toMatchObject(settled);
  });

  test("while a payment is relayed, and after one that may still be executed", async () => {
    const session = await open();
    await pay(session);
    expect(await reasonOf(move(session))).toBe("not_payable");
    await there.db`
      update relay_submissions set state = 'rejected', closed_at = now()
      where session_id = ${session.id}`;
    await endRequests(session);
    await expect(move(session)).rejects.toMatchObject(settled);
    await there.db`
      update relay_submissions set valid_before = 1 where session_id = ${session.id}`;
    await move(session);
  });

  test("once anything was paid to it there, of any amount", async () => {
    const session = await open();
    await payDirectly(here, payer, { amount: 1n, ref: session.ref });
    await here.chain.mine();
    // Mined, and not read yet.
    await expect(move(session)).rejects.toMatchObject(settled);
    await readAll();
    expect(await chainsOf(session)).toEqual([]);
    await here.chain.mine(20);
    await readAll();
    await expect(move(session)).rejects.toMatchObject(settled);
  });

  test("while its chain does not answer whether it was paid", async () => {
    const session = await open();
    const chain = {
      ...here.deployment().chain,
      rpc: { request: () => Promise.reject(new RpcUnavailable("away")) },
    };
    const { id } = here.deployment();
    const deployments = there.chains.deployments.map((deployment) =>
      deployment.id === id ? { ...deployment, chain } : deployment,
    );
    const ctx = { ...guest(), chains: { ...there.chains, deployments } };
    const moving = moveSession(ctx, { sessionId: session.id, chainId: THERE });
    await expect(moving).rejects.toThrow("away");
    expect((await now(session)).chainId).toBe(HERE);
  });
});

describe("at the same time", () => {
  test("a move waits for a payer who is being asked to sign, and is refused", async () => {
    const session = await open();
    const row = { sessionId: session.id, payer: payer.address, signatures: 1 };
    const validBefore = new Date(Date.now() + 900_000);
    const refused = await moveDuring(session, async (tx) => {
      await tx`insert into signing_requests ${tx({ ...row, validBefore, nonce: anyNonce })}`;
    });
    expect(refused).toBe("chain_settled");
    expect((await now(session)).chainId).toBe(HERE);
  });

  test("a payer is not asked to sign on a chain that the session leaves", async () => {
    const session = await open();
    let asking: Promise<unknown> = Promise.resolve();
    await there.db.begin(async (tx) => {
      await tx`
        update payment_sessions set deployment_id = ${there.deployment().id}
        where id = ${session.id}`;
      asking = reasonOf(ask(session));
      await expect.poll(() => waiting("into signing_requests")).toHaveLength(1);
    });
    expect(await asking).toBe("authorization_pending");
    expect(await requestsOf(session)).toEqual([]);
  });

  test("the page's chain is the one that is signed for, or nothing is", async () => {
    const session = await open();
    await move(session);
    const who = { sessionId: session.id, payer: payer.address };
    expect(await reasonOf(buildTypedData(guest(), { ...who, chainId: HERE }))).toBe(
      "chain_mismatch",
    );
    expect(await requestsOf(session)).toEqual([]);
    const { authorization } = await buildTypedData(guest(), { ...who, chainId: THERE });
    expect(authorization.domain.chainId).toBe(THERE);
  });

  test("a move waits for a cancellation, and is refused", async () => {
    const session = await open();
    const refused = await moveDuring(session, async (tx) => {
      await tx`update payment_sessions set status = 'cancelled' where id = ${session.id}`;
    });
    expect(refused).toBe("chain_settled");
    expect((await now(session)).chainId).toBe(HERE);
  });

  test("a move does not go where the merchant can no longer be paid, though another one can", async () => {
    const session = await open();
    const { id: merchantId } = await here.addMerchant();
    const deploymentId = there.deployment().id;
    const stranger = { merchantId, deploymentId, mode: "test", chainMerchantId: "99" };
    const accounts = { owner: payer.address, payout: payer.address, feeBps: 100 };
    await there.db`insert into merchant_registrations ${there.db({ ...stranger, ...accounts })}`;
    const own = there.db`
      merchant_id = ${there.merchant.id} and deployment_id = ${deploymentId}`;
    const refused = await moveDuring(session, async (tx) => {
      await tx`update merchant_registrations set status = 'none' where ${own}`;
    });
    await there.db`update merchant_registrations set status = 'active' where ${own}`;
    expect(refused).toBe("chain_settled");
    expect((await now(session)).chainId).toBe(HERE);
  });

  test("a move goes from where the session was when it was looked at, and from nowhere else", async () => {
    const session = await open();
    const third = here.deployment("live").id;
    const refused = await moveDuring(session, async (tx) => {
      await tx`update payment_sessions set deployment_id = ${third} where id = ${session.id}`;
    });
    expect(refused).toBe("chain_settled");
  });

  test("a payment that was checked before the session moved is not stored", async () => {
    const session = await open();
    const ctx = there.merchantContext();
    const input = await signRequest(here, payer, session, { sessionId: session.id });
    const prepared = await relayPayment.prepare(ctx, input);
    await move(session);
    const refusal = await refusalOf(relayPayment.run(ctx, input, prepared));
    expect(refusal).toMatchObject({
      code: "invalid_request",
      info: { param: "chainId", details: { reason: "chain_mismatch" } },
    });
    expect(
      await there.db`select from relay_submissions where session_id = ${session.id}`,
    ).toHaveLength(0);
  });

  test("of a payer who asks to sign and one who moves it, one wins and the other one is told", async () => {
    for (let round = 0; round < 8; round += 1) {
      const session = await open();
      const [asked, moved] = await Promise.allSettled([ask(session), move(session)]);
      const { chainId } = await now(session);
      if (moved.status === "rejected") expect(moved.reason).toMatchObject(settled);
      expect(chainId).toBe(moved.status === "fulfilled" ? THERE : HERE);
      if (asked.status === "rejected") expect(await requestsOf(session)).toEqual([]);
      else expect(asked.value.authorization.domain.chainId).toBe(chainId);
    }
  });

  test("several payers who choose the same chain move it once", async () => {
    const session = await open();
    const answers = await Promise.all([1, 2, 3, 4].map(() => move(session)));
    expect(answers.map(({ deploymentId }) => deploymentId)).toEqual(
      Array(4).fill(there.deployment().id),
    );
  });
});

test("a payment on the chain that a session has left is the merchant's unmatched deposit", async () => {
  const session = await open();
  await move(session);
  const { paymentId } = await payDirectly(here, payer, { amount: AMOUNT, ref: session.ref });
  await readAll();
  const [left] = await there.db`
    select type, status, session_id, merchant_id, ref, chain_id, payment_exception
    from transactions where payment_id = ${paymentId}`;
  expect(left).toEqual({
    type: "unmatched_deposit",
    status: "confirmed",
    sessionId: null,
    merchantId: there.merchant.id,
    ref: session.ref,
    chainId: HERE,
    paymentException: "none",
  });
  expect(await now(session)).toMatchObject({ status: "pending", chainId: THERE, payment: null });
  await payDirectly(there, payer, { amount: AMOUNT, ref: session.ref });
  await readAll();
  expect(await now(session)).toMatchObject({ status: "confirmed", chainId: THERE });
});

describe("the balances", () => {
  test("are those of each chain, and unknown where one does not answer", async () => {
    const session = await open();
    const poor = await newPayer(here, 3_000_000n);
    const who = { sessionId: session.id, payer: poor.address };
    expect(await readBalances(guest(), who)).toEqual([
      { chainId: HERE, balance: "3000000" },
      { chainId: THERE, balance: "0" },
    ]);
    const away = withThere((deployment) => ({
      ...deployment,
      chain: {
        ...deployment.chain,
        rpc: { request: () => Promise.reject(new RpcUnavailable("away")) },
      },
    }));
    expect(await readBalances(away, who)).toEqual([
      { chainId: HERE, balance: "3000000" },
      { chainId: THERE, balance: null },
    ]);
  });
});

describe("the signing of the API", () => {
  test("moves the session to the chain that it names", async () => {
    const session = await open();
    const body = { id: session.id, payer: lowerHex(payer.address) };
    const { messages } = await requestSessionSigning(guest(), { ...body, chainId: THERE });
    expect(messages[0]?.typedData.domain.chainId).toBe(THERE);
    expect((await now(session)).chainId).toBe(THERE);
    await expect(requestSessionSigning(guest(), { ...body, chainId: HERE })).rejects.toMatchObject(
      settled,
    );
    // Its own chain may be named at any time.
    await requestSessionSigning(guest(), { ...body, chainId: THERE });
    await expect(requestSessionSigning(guest(), { ...body, chainId: 1 })).rejects.toMatchObject(
      notOffered([HERE, THERE]),
    );
  });
});
