import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeDeployData, type Hex, hashTypedData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { localSmartWalletAbi } from "@/lib/adapters/chain/abi/local-smart-wallet";
import { encodePay } from "@/lib/adapters/chain/calls/payment-calls";
import { paymentIntentMessage } from "@/lib/adapters/chain/calls/payments";
import type { GivenSignature } from "@/lib/adapters/chain/calls/signatures";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { lowerHex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { openSubmissionStates } from "@/lib/core/states";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { readArtifact } from "@/scripts/build/contracts/artifact";
import { connectDeployer } from "@/scripts/build/contracts/deployer";
import type { ChainAccount } from "@/testing/chain";
import { faultyRpc } from "@/testing/faulty-rpc";
import {
  administer,
  chainTime,
  newPayer,
  openSession,
  type PaymentChange,
  signRequest,
  spend,
  submissionRow,
  submit,
} from "@/testing/relay";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { paymentRequest, type RelayPaymentInput } from "./payment-request";
import { relayPayment } from "./relay-payment";

let world: World;
let payer: ChainAccount;
const folder = mkdtempSync(join(tmpdir(), "stipend-relay-"));

beforeAll(async () => {
  world = await createWorld();
  payer = await newPayer(world, 10n ** 15n);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.stop();
});
beforeEach(() => world.chain.mine());

const countSubmissions = async () => {
  const [row] = await world.db<{ count: number }[]>`
    select count(*)::int as count from relay_submissions`;
  return row?.count ?? 0;
};

/** The refusal that a request is answered with; fails if it is taken, or if anything was written. */
async function refusalOf(
  input: RelayPaymentInput,
  ctx: Parameters<typeof submit>[0] = world.merchantContext(),
): Promise<Refusal> {
  const before = await countSubmissions();
  const error: unknown = await submit(ctx, input).then(
    (view) => new Error(`accepted as ${view.id}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw error;
  expect(await countSubmissions()).toBe(before);
  return error;
}

/** Refused with 400, the field and the reason. */
async function expectInvalid(
  input: RelayPaymentInput,
  param: string,
  reason: string,
  ctx?: Parameters<typeof submit>[0],
): Promise<Refusal> {
  const refusal = await refusalOf(input, ctx);
  expect({ code: refusal.code, param: refusal.info.param, ...refusal.info.details }).toMatchObject({
    code: "invalid_request",
    param,
    reason,
  });
  return refusal;
}

const noRpc = (only?: string) => (rpc: Rpc) =>
  faultyRpc(rpc, ({ method }) => {
    if (only === undefined || method === only) throw new RpcUnavailable(`${method}: no answer`);
    return undefined;
  });

const withRpc = <C extends Parameters<typeof withChain>[0]>(ctx: C, wrap: (rpc: Rpc) => Rpc): C =>
  withChain(ctx, (chain) => ({ rpc: wrap(chain.rpc) }));

describe("what a payer signed must be what the session asks for", () => {
  const cases: [name: string, change: PaymentChange, param: string, reason: string][] = [
    ["another merchant", { merchantId: 999n }, "merchantId", "merchant_mismatch"],
    ["another ref", { ref: `0x${"12".repeat(32)}` }, "ref", "ref_mismatch"],
    ["less", { amount: 4_999_999n }, "auth.amount", "amount_mismatch"],
    ["more", { amount: 5_000_001n }, "auth.amount", "amount_mismatch"],
    ["an unknown token", { token: `0x${"ab".repeat(20)}` }, "token", "token_unsupported"],
  ];
  test.each(cases)("%s is refused", async (_name, change, param, reason) => {
    const session = await openSession(world);
    const signed = await signRequest(world, payer, session, { ...change });
    await expectInvalid({ ...signed, sessionId: session.id }, param, reason);
  });

  test("a session in the other token is refused", async () => {
    const session = await openSession(world);
    const eurc = world.deployment().tokens.EURC;
    const input = await signRequest(world, payer, session, { token: eurc?.address });
    await expectInvalid(input, "token", "token_unsupported");
  });

  test("without a session id the session is found by its ref, and its checks apply", async () => {
    const session = await openSession(world);
    const wrong = await signRequest(world, payer, session, { amount: 1n });
    await expectInvalid({ ...wrong, sessionId: undefined }, "auth.amount", "amount_mismatch");
    const right = await signRequest(world, payer, session);
    const view = await submit(world.merchantContext(), { ...right, sessionId: undefined });
    expect(view.sessionId).toBe(session.id);
  });

  test("a session of another merchant, or of the other mode, does not exist", async () => {
    const other = await world.addMerchant();
    const session = await openSession(world);
    const input = await signRequest(world, payer, session);
    for (const ctx of [
      world.merchantContext({ merchantId: other.id }),
      world.merchantContext({ mode: "live" }),
    ]) {
      expect((await refusalOf(input, ctx)).code).toBe("not_found");
    }
  });
});

describe("when an authorization is valid", () => {
  test("the chain's clock decides, with a minute to spare and a day at the most", async () => {
    const now = await chainTime(world);
    const invalid = async (change: PaymentChange, param: string, reason: string) =>
      expectInvalid(await signRequest(world, payer, null, change), param, reason);
    await invalid({ validAfter: now + 30n }, "auth.validAfter", "not_yet_valid");
    await invalid({ validBefore: now + 50n }, "auth.validBefore", "expired");
    await invalid({ validBefore: now + 86_700n }, "auth.validBefore", "validity_too_long");
    await invalid({ validBefore: 2n ** 256n - 1n }, "auth.validBefore", "validity_too_long");
    const input = await signRequest(world, payer, null, { validBefore: now + 86_000n });
    expect(await submit(world.merchantContext(), input)).toMatchObject({ status: "queued" });
  });
});

describe("signatures", () => {
  const flipped = (hex: Hex): Hex => `${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}` as Hex;

  test("one by another key is refused, and named", async () => {
    const stranger = await newPayer(world, 0n);
    const right = await signRequest(world, payer, null);
    const wrong = await signRequest(world, payer, null, {
      signer: stranger,
      nonce: right.auth.nonce,
      ref: right.ref,
      validBefore: right.auth.validBefore,
    });
    await expectInvalid(
      { ...right, authSignature: wrong.authSignature },
      "authSignature",
      "signature_invalid",
    );
    await expectInvalid(
      { ...right, intentSignature: wrong.intentSignature },
      "intentSignature",
      "signature_invalid",
    );
  });

  test("every signed field counts: changing any one after signing is refused", async () => {
    const signed = await signRequest(world, payer, null);
    const { auth } = signed;
    const changed: RelayPaymentInput[] = [
      { ...signed, auth: { ...auth, amount: auth.amount + 1n } },
      { ...signed, auth: { ...auth, validAfter: 1n } },
      { ...signed, auth: { ...auth, validBefore: auth.validBefore - 1n } },
      { ...signed, auth: { ...auth, nonce: flipped(auth.nonce) } },
      { ...signed, ref: flipped(signed.ref) },
      { ...signed, auth: { ...auth, from: world.merchant.payout } },
    ];
    for (const input of changed) {
      expect((await refusalOf(input)).info.details?.reason).toBe("signature_invalid");
    }
  });

  test("v may be the parity; that is the same payload", async () => {
    const input = await signRequest(world, payer, null);
    const parity = (given: GivenSignature) =>
      typeof given === "string" ? given : { ...given, v: given.v - 27 };
    const first = await submit(world.merchantContext(), {
      ...input,
      authSignature: parity(input.authSignature),
      intentSignature: parity(input.intentSignature),
    });
    expect(await submit(world.merchantContext(), input)).toMatchObject({ id: first.id });
  });

  test("the malleable twin of a signature is refused", async () => {
    const input = await signRequest(world, payer, null);
    const { authSignature: given } = input;
    if (typeof given === "string") throw new Error("the test signs with parts");
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = `0x${(order - BigInt(given.s)).toString(16).padStart(64, "0")}` as Hex;
    const authSignature = { r: given.r, s, v: given.v === 27 ? 28 : 27 };
    await expectInvalid({ ...input, authSignature }, "authSignature", "signature_invalid");
  });

  test("a signature that ends as ERC-6492 says, and is not wrapped so, is refused", async () => {
    const input = await signRequest(world, payer, null);
    const wrapped = `0x${"ab".repeat(96)}${"6492".repeat(16)}` as Hex;
    const reason = "signature_invalid";
    await expectInvalid({ ...input, authSignature: wrapped }, "authSignature", reason);
    await expectInvalid({ ...input, intentSignature: wrapped }, "intentSignature", reason);
  });

  test("bytes that are no ECDSA signature need a payer with code", async () => {
    const input = await signRequest(world, payer, null);
    const authSignature = `0x${"ab".repeat(70)}` as Hex;
    await expectInvalid({ ...input, authSignature }, "authSignature", "signature_invalid");
  });

  test("a smart wallet's own code judges its signatures", async () => {
    const signer = await newPayer(world, 0n);
    const wallet = await deployWallet(signer);
    const input = await signRequest(world, { ...signer, address: wallet }, null, { signer });
    const view = await submit(world.merchantContext(), input);
    expect(await submissionRow(world, view)).toMatchObject({ payerHasCode: true, state: "queued" });
    const stranger = await newPayer(world, 0n);
    const forged = await signRequest(world, { ...signer, address: wallet }, null, {
      signer: stranger,
    });
    expect((await refusalOf(forged)).info.details?.reason).toBe("signature_invalid");
  });
});

async function deployWallet(signer: ChainAccount): Promise<`0x${string}`> {
  const deployer = connectDeployer({
    rpcUrl: world.chain.rpcUrl,
    deployerKey: world.chain.deployer.privateKey,
    onPending: () => world.chain.mine(),
  });
  const { bytecode } = readArtifact("local-smart-wallet");
  const args = [signer.address] as const;
  const { address } = await deployer.create(
    encodeDeployData({ abi: localSmartWalletAbi, bytecode, args }),
  );
  await world.mint(address, 100_000_000n);
  return lowerHex(address);
}

describe("what the chain would refuse", () => {
  test("a nonce that was used on chain", async () => {
    const input = await signRequest(world, payer, null);
    await directly(input).relay();
    await expectInvalid({ ...input, idempotencyKey: "again" }, "auth.nonce", "nonce_used");
  });

  test("more than the payer holds", async () => {
    const poor = await newPayer(world, 4_000_000n);
    await expectInvalid(
      await signRequest(world, poor, null),
      "auth.amount",
      "insufficient_balance",
    );
    const huge = await signRequest(world, payer, null, { amount: 2n ** 128n });
    await expectInvalid(huge, "auth.amount", "insufficient_balance");
  });

  test("a payer that the token's issuer has blocked", async () => {
    const blocked = await newPayer(world);
    await administer(world, "blacklist", blocked.address);
    await expectInvalid(await signRequest(world, blocked, null), "auth.from", "payer_blocked");
  });

  test("a paused token, and a blocked contract of ours, are not the payer's fault", async () => {
    await administer(world, "pause");
    const paused = await expectInvalid(
      await signRequest(world, payer, null),
      "auth",
      "simulation_failed",
    );
    await administer(world, "unpause");
    expect(paused.info.details?.cause).toBe("token_paused");
    await administer(world, "blacklist", addressOf(world.deployment(), "processor"));
    const refused = await expectInvalid(
      await signRequest(world, payer, null),
      "auth",
      "simulation_failed",
    );
    await administer(world, "unBlacklist", addressOf(world.deployment(), "processor"));
    expect(refused.info.details?.cause).toBe("address_blocked");
  });

  test("nothing, or less than the configured minimum", async () => {
    const nothing = await signRequest(world, payer, null, { amount: 0n });
    await expectInvalid(nothing, "auth.amount", "below_relay_minimum");
    const ctx = world.merchantContext();
    const strict = { ...ctx, config: { ...ctx.config, RELAY_MIN_AMOUNT: 5_000_001 } };
    const little = await signRequest(world, payer, null);
    await expectInvalid(little, "auth.amount", "below_relay_minimum", strict);
  });
});

/** The payer brings its payment to the chain itself. */
function directly(input: RelayPaymentInput) {
  const { payment } = paymentRequest(world.merchantContext().actor, input);
  const call = {
    to: addressOf(world.deployment(), "processor"),
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  };
  return { relay: () => world.send(world.chain.operator, call) };
}

describe("screening", () => {
  const listing = (text: string) => {
    const path = join(folder, `list-${randomBytes(4).toString("hex")}`);
    writeFileSync(path, text);
    const ctx = world.merchantContext();
    return { ...ctx, config: { ...ctx.config, SCREENING_LIST: path } };
  };

  test("a listed payer is refused, however its address is written", async () => {
    const shouted = payer.address.toUpperCase().replace("0X", "0x");
    const ctx = listing(`# sanctioned\n${shouted}\n`);
    await expectInvalid(await signRequest(world, payer, null), "auth.from", "payer_blocked", ctx);
  });

  test("a list that cannot be read holds the payment, and says so in the log of screenings", async () => {
    const ctx = listing("no address in here");
    const view = await submit(ctx, await signRequest(world, payer, null));
    expect(view).toMatchObject({ status: "queued", outcome: "pending" });
    expect(await submissionRow(world, view)).toMatchObject({ state: "held" });
    const [log] =
      await world.db`select * from compliance_screenings where resource_id = ${view.id}`;
    expect(log).toMatchObject({ result: "unavailable", action: "held", subject: payer.address });
  });

  test("a cleared payer leaves one row with the list's version", async () => {
    const ctx = listing(`0x${"99".repeat(20)}`);
    const view = await submit(ctx, await signRequest(world, payer, null));
    const rows = await world.db`select * from compliance_screenings where resource_id = ${view.id}`;
    expect(rows).toMatchObject([{ result: "clear", action: "allowed", provider: "list" }]);
    expect(rows[0]?.listVersion).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("when the node does not answer", () => {
  test.each(["eth_call", "eth_getCode", "eth_getBlockByNumber", undefined])(
    "%s: the payment is held, not refused",
    async (method) => {
      const ctx = withRpc(world.merchantContext(), noRpc(method));
      const view = await submit(ctx, await signRequest(world, payer, null));
      expect(view).toMatchObject({ status: "queued", outcome: "pending", failureCode: null });
      const row = await submissionRow(world, view);
      expect(row.state).toBe("held");
      expect(row.nextCheckAt).not.toBeNull();
    },
  );

  test("an authorization that would hold its session for long is refused all the same", async () => {
    const ctx = withRpc(world.merchantContext(), noRpc());
    for (const validBefore of [BigInt(Date.now()) / 1_000n + 86_400n + 3_700n, 2n ** 256n - 1n]) {
      const input = await signRequest(world, payer, null, { validBefore });
      await expectInvalid(input, "auth.validBefore", "validity_too_long", ctx);
    }
  });

  test("a signature that is certainly wrong is refused all the same", async () => {
    const stranger = await newPayer(world, 0n);
    const input = await signRequest(world, payer, null, { signer: stranger });
    const ctx = withRpc(world.merchantContext(), noRpc("eth_call"));
    await expectInvalid(input, "authSignature", "signature_invalid", ctx);
  });
});

describe("idempotency", () => {
  test("the same key and payload answer with the same submission, before any other check", async () => {
    const session = await openSession(world);
    const input = await signRequest(world, payer, session);
    const first = await submit(world.merchantContext(), input);
    // By now its nonce is taken, its session is being paid, and the chain is gone.
    const ctx = withRpc(world.merchantContext(), noRpc());
    expect(await submit(ctx, input)).toEqual(first);
  });

  test("a repetition whose check took so long that the payment was settled meanwhile is no refusal", async () => {
    const session = await openSession(world);
    const input = await signRequest(world, payer, session);
    let settled: ReturnType<typeof submit> | undefined;
    const settle = async () => {
      const view = await submit(world.merchantContext(), input);
      await directly(input).relay();
      return view;
    };
    const slow = withRpc(world.merchantContext(), (rpc) =>
      faultyRpc(rpc, ({ method, ask }) => {
        if (method !== "eth_call") return undefined;
        settled ??= settle();
        return settled.then(ask);
      }),
    );
    const answer = await submit(slow, input);
    expect(answer.id).toBe((await settled)?.id);
    // Under another key it is what it is: used.
    const other = { ...input, idempotencyKey: "another-key" };
    await expect(submit(world.merchantContext(), other)).rejects.toBeInstanceOf(Refusal);
  });

  test("the same key with another payload is 409, and changes nothing", async () => {
    const input = await signRequest(world, payer, null);
    const first = await submit(world.merchantContext(), input);
    const other = await signRequest(world, payer, null, { idempotencyKey: input.idempotencyKey });
    const refusal = await refusalOf(other);
    expect(refusal).toMatchObject({
      code: "idempotency_error",
      info: { details: { reason: "payload_mismatch" } },
    });
    expect((await submissionRow(world, first)).amount).toBe(input.auth.amount);
  });

  test("keys belong to a merchant, a mode and an origin", async () => {
    const other = await world.addMerchant();
    const idempotencyKey = `shared-${randomBytes(4).toString("hex")}`;
    const own = await submit(
      world.merchantContext(),
      await signRequest(world, payer, null, { idempotencyKey }),
    );
    const foreign = await submit(
      world.merchantContext({ merchantId: other.id }),
      await signRequest(world, payer, null, {
        idempotencyKey,
        merchantId: other.chainMerchantId.test,
      }),
    );
    const live = await submit(
      world.merchantContext({ mode: "live" }),
      await signRequest(world, payer, null, { idempotencyKey, mode: "live" }),
    );
    const hosted = await submit(
      world.platformContext(),
      await signRequest(world, payer, await openSession(world), { idempotencyKey }),
    );
    expect(new Set([own.id, foreign.id, live.id, hosted.id]).size).toBe(4);
  });

  test("the same authorization under another key is refused, and names the own key", async () => {
    const input = await signRequest(world, payer, null);
    await submit(world.merchantContext(), input);
    const again = await expectInvalid(
      { ...input, idempotencyKey: "another" },
      "auth.nonce",
      "nonce_used",
    );
    expect(again.info.details?.idempotencyKey).toBe(input.idempotencyKey);
    const other = await world.addMerchant();
    const foreign = await expectInvalid(
      { ...input, idempotencyKey: "another", merchantId: other.chainMerchantId.test },
      "auth.nonce",
      "nonce_used",
      world.merchantContext({ merchantId: other.id }),
    );
    expect(foreign.info.details).not.toHaveProperty("idempotencyKey");
  });

  test("the key of an authorization is told to its own mode alone, also after a race", async () => {
    const nonce: Hex = `0x${randomBytes(32).toString("hex")}`;
    const inTest = await signRequest(world, payer, null, { nonce });
    const live = world.merchantContext({ mode: "live" });
    const inLive = await signRequest(world, payer, null, { nonce, mode: "live" });
    const again = { ...inTest, idempotencyKey: "another" };
    const prepared = {
      inTest: await relayPayment.prepare(world.merchantContext(), inTest),
      inLive: await relayPayment.prepare(live, inLive),
      again: await relayPayment.prepare(world.merchantContext(), again),
    };
    await relayPayment.run(world.merchantContext(), inTest, prepared.inTest);
    const detailsOf = (work: Promise<unknown>) =>
      work.then(
        () => "taken",
        (error: Refusal) => error.info.details,
      );
    expect(await detailsOf(relayPayment.run(live, inLive, prepared.inLive))).toEqual({
      reason: "nonce_used",
    });
    expect(await detailsOf(submit(live, inLive))).toEqual({ reason: "nonce_used" });
    const own = { reason: "nonce_used", idempotencyKey: inTest.idempotencyKey };
    const raced = relayPayment.run(world.merchantContext(), again, prepared.again);
    expect(await detailsOf(raced)).toEqual(own);
    expect(await detailsOf(submit(world.merchantContext(), again))).toEqual(own);
  });

  test("two intents on one nonce: the second is refused", async () => {
    const [one, two] = await Promise.all([openSession(world), openSession(world)]);
    const first = await signRequest(world, payer, one);
    await submit(world.merchantContext(), first);
    const second = await signRequest(world, payer, two, { nonce: first.auth.nonce });
    await expectInvalid(second, "auth.nonce", "nonce_used");
  });
});

describe("races, with every connection open", () => {
  const warmPool = () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        await world.db`select pg_sleep(0.05)`;
        await transaction(world.db, (tx) => tx`select pg_sleep(0.05)`);
      }),
    );

  test.each(["with a session", "without one"])(
    "forty equal requests make one submission (%s)",
    async (how) => {
      const session = how === "with a session" ? await openSession(world) : null;
      const input = await signRequest(world, payer, session);
      await warmPool();
      const views = await Promise.all(
        Array.from({ length: 40 }, () => submit(world.merchantContext(), input)),
      );
      expect(new Set(views.map(({ id }) => id)).size).toBe(1);
      const rows = await world.db`
        select from relay_submissions where idempotency_key = ${input.idempotencyKey}`;
      expect(rows).toHaveLength(1);
    },
  );

  test("of two intents on one nonce that come together one is taken", async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => openSession(world)));
    const nonce: Hex = `0x${randomBytes(32).toString("hex")}`;
    const inputs = await Promise.all(
      sessions.map((session) => signRequest(world, payer, session, { nonce })),
    );
    await warmPool();
    const results = await Promise.allSettled(
      inputs.map((input) => submit(world.merchantContext(), input)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ info: { details: { reason: "nonce_used" } } });
      }
    }
  });

  test("of two payments of one session that come together one is taken", async () => {
    const session = await openSession(world);
    const inputs = await Promise.all(
      Array.from({ length: 8 }, () => signRequest(world, payer, session)),
    );
    await warmPool();
    const results = await Promise.allSettled(
      inputs.map((input) => submit(world.merchantContext(), input)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ code: "session_invalid_state" });
      }
    }
  });

  test("a session is either cancelled or being paid, never both", async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => openSession(world)));
    const inputs = await Promise.all(sessions.map((session) => signRequest(world, payer, session)));
    const prepared = await Promise.all(
      inputs.map((input) => relayPayment.prepare(world.merchantContext(), input)),
    );
    await warmPool();
    const outcomes = await Promise.allSettled(
      sessions.flatMap((session, index) => {
        const [input, found] = [inputs[index], prepared[index]];
        if (!input || !found) throw new Error("one of each");
        return [
          cancelSession(world.merchantContext(), session),
          relayPayment.run(world.merchantContext(), input, found),
        ];
      }),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const both = await world.db`
      select s.id from payment_sessions s join relay_submissions r on r.session_id = s.id
      where s.status = 'cancelled' and r.state in ${world.db(openSubmissionStates)}`;
    expect(both).toHaveLength(0);
  });

  test.each([
    ["without sessions", false],
    ["of sessions", true],
  ])("the open payments of a payer %s stay within its balance", async (_, ofSessions) => {
    const thrifty = await newPayer(world, 12_000_000n);
    const inputs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const session = ofSessions ? await openSession(world) : null;
        return signRequest(world, thrifty, session);
      }),
    );
    await warmPool();
    const results = await Promise.allSettled(
      inputs.map((input) => submit(world.merchantContext(), input)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({
          info: { param: "auth.amount", details: { reason: "insufficient_balance" } },
        });
      }
    }
  });
});

describe("sessions", () => {
  test("one that is closed takes no payment", async () => {
    const session = await openSession(world);
    const input = await signRequest(world, payer, session);
    await cancelSession(world.merchantContext(), session);
    const refusal = await refusalOf(input);
    expect(refusal.code).toBe("session_invalid_state");
    expect(refusal.info.details).toMatchObject({ currentStatus: "cancelled" });
  });

  test("one whose time is up takes none either, before anybody has expired it", async () => {
    const session = await openSession(world);
    const input = await signRequest(world, payer, session);
    await world.db`
      update payment_sessions set expires_at = now() - interval '1 second' where id = ${session.id}`;
    const refusal = await refusalOf(input);
    expect(refusal.info.details).toMatchObject({ currentStatus: "expired" });
  });

  test("one that is being paid stays open when its time is up", async () => {
    const session = await openSession(world);
    await submit(world.merchantContext(), await signRequest(world, payer, session));
    await world.db`
      update payment_sessions set expires_at = now() - interval '1 second' where id = ${session.id}`;
    expect(await getSession(world.merchantContext(), session)).toMatchObject({ status: "pending" });
  });

  test("one that is being paid takes no second payment, and shows the first", async () => {
    const session = await openSession(world);
    await submit(world.merchantContext(), await signRequest(world, payer, session));
    const refusal = await refusalOf(await signRequest(world, payer, session));
    expect(refusal).toMatchObject({
      code: "session_invalid_state",
      info: { details: { reason: "payment_in_flight" } },
    });
    const shown = await getSession(world.merchantContext(), session);
    expect(shown.payment).toMatchObject({ state: "submitted" });
  });

  test("a suspended merchant's open sessions are paid, and nothing new is", async () => {
    const session = await openSession(world);
    const input = await signRequest(world, payer, session);
    await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
    const bare = await refusalOf(await signRequest(world, payer, null));
    expect(bare).toMatchObject({
      code: "permission_denied",
      info: { details: { reason: "merchant_suspended" } },
    });
    expect(await submit(world.merchantContext(), input)).toMatchObject({ status: "queued" });
    await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
  });
});

describe("the hosted pages' key", () => {
  test("it names a session, and takes merchant and mode from it", async () => {
    const session = await openSession(world);
    const input = await signRequest(world, payer, session);
    await expectInvalid(
      { ...input, sessionId: undefined },
      "sessionId",
      "payment_session_required",
      world.platformContext(),
    );
    expect((await refusalOf(input, world.platformContext("live"))).code).toBe("not_found");
    const view = await submit(world.platformContext(), input);
    expect(await submissionRow(world, view)).toMatchObject({
      merchantId: world.merchant.id,
      mode: "test",
      origin: "hosted",
    });
  });
});

describe("limits", () => {
  const limited = (env: Partial<World["config"]>) => {
    const ctx = world.merchantContext();
    return { ...ctx, config: { ...ctx.config, ...env } };
  };

  test("a payer's limit counts requests whose signatures are the payer's, and no others", async () => {
    const busy = await newPayer(world);
    const ctx = limited({ RATE_LIMIT_SCALE: 1 });
    const stranger = await newPayer(world, 0n);
    for (let index = 0; index < 6; index += 1) {
      const forged = await signRequest(world, busy, null, { signer: stranger });
      await expectInvalid(forged, "authSignature", "signature_invalid", ctx);
    }
    for (let index = 0; index < 5; index += 1) {
      await submit(ctx, await signRequest(world, busy, null));
    }
    const refusal = await refusalOf(await signRequest(world, busy, null), ctx);
    expect(refusal.code).toBe("rate_limited");
    expect(refusal.info.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  });

  test("a day's gas budget of a payer, of a merchant, and of a hosted client's network", async () => {
    const spender = await newPayer(world);
    const take = async (ctx: Parameters<typeof submit>[0], hosted = false) =>
      submit(ctx, await signRequest(world, spender, hosted ? await openSession(world) : null));
    const ctx = limited({ RELAY_DAILY_ITEMS_PER_PAYER: 2 });
    await take(ctx);
    await take(ctx);
    const spent = await refusalOf(await signRequest(world, spender, null), ctx);
    expect(spent).toMatchObject({
      code: "rate_limited",
      info: { details: { reason: "payer_budget" } },
    });
    expect(spent.info.retryAfterSeconds).toBeLessThanOrEqual(86_400);

    const merchant = await refusalOf(
      await signRequest(world, spender, null),
      limited({ RELAY_DAILY_ITEMS_PER_MERCHANT: 3 }),
    );
    expect(merchant.info.details?.reason).toBe("merchant_budget");

    const hosted = {
      ...world.platformContext(),
      config: { ...world.config, RELAY_DAILY_ITEMS_PER_ADDRESS: 2 },
    };
    await take({ ...hosted, ip: "192.0.2.1" }, true);
    await take({ ...hosted, ip: "192.0.2.2" }, true);
    const third = await signRequest(world, spender, await openSession(world));
    const network = await refusalOf(third, { ...hosted, ip: "192.0.2.3" });
    expect(network.info.details?.reason).toBe("ip_budget");
    expect(await submit({ ...hosted, ip: "198.51.100.1" }, third)).toMatchObject({
      status: "queued",
    });
  });
});

test("a payment whose money has left the balance is not counted against it again", async () => {
  const exact = await newPayer(world, 10_000_000n);
  const first = await signRequest(world, exact, null);
  const view = await submit(world.merchantContext(), first);
  // As after a broadcast that was mined before anybody looked.
  await world.db`update relay_submissions set state = 'signed' where id = ${view.id}`;
  await directly(first).relay();
  const second = await signRequest(world, exact, null);
  expect(await submit(world.merchantContext(), second)).toMatchObject({ status: "queued" });
});

test("a payer who spends elsewhere is seen by the next request", async () => {
  const poorer = await newPayer(world, 6_000_000n);
  const input = await signRequest(world, poorer, null);
  await spend(world, poorer, 2_000_000n);
  await expectInvalid(input, "auth.amount", "insufficient_balance");
});

test("what is taken wakes the relay, and what is refused does not", async () => {
  const wakesOf = async () => {
    const rows = await world.db`select from outbox where name = 'relay/work.queued'`;
    return rows.length;
  };
  const before = await wakesOf();
  await submit(world.merchantContext(), await signRequest(world, payer, null));
  expect(await wakesOf()).toBe(before + 1);
  await refusalOf(await signRequest(world, payer, null, { merchantId: 999n }));
  expect(await wakesOf()).toBe(before + 1);
});

test("the id under which an account signed is the payment's id on chain", async () => {
  const input = await signRequest(world, payer, null);
  const view = await submit(world.merchantContext(), input);
  const { payment } = paymentRequest(world.merchantContext().actor, input);
  expect(view.paymentId).toBe(hashTypedData(paymentIntentMessage(world.deployment(), payment)));
});
