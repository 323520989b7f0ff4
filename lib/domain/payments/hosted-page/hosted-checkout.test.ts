import { type Hex, keccak256, toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { relayHostedInput, type SigningRequest } from "@/lib/contract/payments/hosted-pay";
import { type Address, checksumAddress, lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { ChainAccount } from "@/testing/chain";
import {
  cancelAuthorization,
  deployWallet,
  payerAt,
  platformOf,
  reasonOf,
  refusalOf,
  signMessage,
  visitor,
} from "@/testing/hosted-pages";
import { administer, drain, index, makeFinal, newPayer, openSession } from "@/testing/relay";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { buildTypedData } from "./build-typed-data";
import { checkWallet } from "./check-wallet";
import { loadPayPage } from "./load-pay-page";
import { mintTestTokens } from "./mint-test-tokens";
import { payStatus } from "./pay-status";
import { relayHostedPayment } from "./relay-hosted-payment";
import { sessionExists } from "./session-exists";

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  payer = await newPayer(world);
});
afterAll(() => world.stop());
beforeEach(() => world.chain.mine());

const of = payerAt;
const page = () => visitor(world);
const asPlatform = (mode: Mode) => platformOf(world)(mode);

type OneMessage = Extract<SigningRequest, { signatures: 1 }>;

/** What a payer signs who was not asked before. */
async function requestOne(session: SessionView, wallet: { address: Address }): Promise<OneMessage> {
  const request = await buildTypedData(page(), of(session, wallet));
  if (request.signatures !== 1) throw new Error("one signature is enough");
  return request;
}

interface Change {
  signed?: Partial<SigningRequest["signed"]>;
  signer?: ChainAccount;
}

async function signedInput(
  session: SessionView,
  wallet: { address: Address } & Partial<ChainAccount>,
  { signed, signer }: Change = {},
) {
  const request = await requestOne(session, wallet);
  return relayHostedInput.parse({
    sessionId: session.id,
    signed: { ...request.signed, ...signed },
    authSignature: await signMessage(signer ?? (wallet as ChainAccount), request.authorization),
    salt: request.salt,
  });
}

async function pay(session: SessionView, wallet: ChainAccount = payer) {
  return relayHostedPayment(page(), await signedInput(session, wallet), asPlatform);
}

const statusOf = async (session: SessionView) => payStatus(page(), { sessionId: session.id });
const submissions = (session: SessionView) => world.db<
  { id: string; origin: string; idempotencyKey: string; state: string; authNonce: Hex }[]
>`select id, origin, idempotency_key, state, auth_nonce from relay_submissions
  where session_id = ${session.id} order by created_at`;

/** Ends the last submission as the relay would, so that what the page makes of it can be seen. */
async function endSubmission(session: SessionView, state: string, failureCode: string | null) {
  await world.db`
    update relay_submissions set state = ${state}, failure_code = ${failureCode}, closed_at = now()
    where session_id = ${session.id}`;
}

/** Stores that the chain has a refund of a payment. @returns the hash of its transaction */
async function completeRefund(transactionId: string): Promise<Hex> {
  const id = newId("refund");
  const txHash = keccak256(toHex(id));
  await world.db`insert into refunds ${world.db({
    id,
    merchantId: world.merchant.id,
    mode: "test",
    transactionId,
    amount: "1",
    status: "completed",
    method: "transfer",
    refundRef: txHash,
    payout: payer.address,
    owner: payer.address,
    chainId: world.chain.chainId,
    txHash,
    logIndex: 0,
    blockNumber: "1",
    completedAt: new Date(),
    expiresAt: new Date("2030-01-01T00:00:00Z"),
  })}`;
  return txHash;
}

describe("the page", () => {
  test("shows the session, where to pay it, and the way back", async () => {
    const session = await createSession(world.merchantContext(), {
      amount: 49_000_000n,
      currency: "USDC",
      description: "Two bags",
      successUrl: "https://shop.example/thanks?order={SESSION_ID}",
      cancelUrl: "https://shop.example/cart/{SESSION_ID}",
      metadata: { secret: "of the merchant" },
    });
    const shown = await loadPayPage(page(), { sessionId: session.id });
    expect(shown).toMatchObject({
      sessionId: session.id,
      mode: "test",
      amount: "49000000",
      currency: "USDC",
      decimals: 6,
      description: "Two bags",
      processorAddress: checksumAddress(addressOf(world.deployment(), "processor")),
      signatures: 1,
      network: { chainId: 31337, explorer: null },
      pageUrl: `http://localhost:3000/pay/${session.id}`,
      successUrl: `https://shop.example/thanks?order=${session.id}`,
      cancelUrl: `https://shop.example/cart/${session.id}`,
      status: { status: "open", txHash: null, failureCode: null },
      testWallet: true,
      connectors: null,
    });
    expect(JSON.stringify(shown)).not.toContain("of the merchant");
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "https://u:p@shop.example",
    "//shop.example",
  ])("never links to %s, even when it is stored", async (url) => {
    const session = await openSession(world);
    await world.db`
        update payment_sessions set success_url = ${url}, cancel_url = ${url} where id = ${session.id}`;
    await world.db`update merchants set website_url = ${url} where id = ${world.merchant.id}`;
    const shown = await loadPayPage(page(), { sessionId: session.id });
    expect(shown).toMatchObject({ successUrl: null, cancelUrl: null, merchant: { website: null } });
    await world.db`update merchants set website_url = null where id = ${world.merchant.id}`;
  });

  test("takes out of a merchant's words what would turn round the page's own", async () => {
    const session = await openSession(world);
    await world.db`
      update payment_sessions set description = ${"two \u202egnp.exe"} where id = ${session.id}`;
    const [before] = await world.db<{ businessName: string }[]>`
      select business_name from merchants where id = ${world.merchant.id}`;
    await world.db`
      update merchants set business_name = ${"Acme\u2066 Coffee"} where id = ${world.merchant.id}`;
    const shown = await loadPayPage(page(), { sessionId: session.id });
    expect(shown).toMatchObject({ description: "two gnp.exe", merchant: { name: "Acme Coffee" } });
    await world.db`
      update merchants set business_name = ${before?.businessName ?? ""}
      where id = ${world.merchant.id}`;
  });

  test("offers no test wallet on any other chain than the local one", async () => {
    const { id } = await openSession(world);
    const elsewhere = withChain(page(), () => ({ local: false }));
    expect((await loadPayPage(elsewhere, { sessionId: id })).testWallet).toBe(false);
  });

  test("is not there for an unknown session", async () => {
    const sessionId = newId("paymentSession");
    expect((await refusalOf(loadPayPage(page(), { sessionId }))).code).toBe("not_found");
    expect((await refusalOf(payStatus(page(), { sessionId }))).code).toBe("not_found");
  });
});

describe("the status", () => {
  test("follows a payment from the relay to its finality", async () => {
    const session = await openSession(world);
    const submitted = await pay(session);
    expect(submitted).toMatchObject({ status: "submitted", seenAt: null, confirmedAt: null });
    expect(Date.parse(submitted.submittedAt ?? "")).toBeGreaterThan(0);
    await drain(world.systemContext(), 2);
    await world.chain.mine();
    await index(world);
    const seen = await statusOf(session);
    expect(seen.status).toBe("seen");
    expect(seen.txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(submitted).toMatchObject({ from: null, to: null });
    expect(lowerHex(seen.from ?? "")).toBe(payer.address);
    const [settled] = await world.db<{ toAddress: Address }[]>`
      select to_address from transactions where session_id = ${session.id}`;
    expect(lowerHex(seen.to ?? "")).toBe(settled?.toAddress);
    expect(seen.from).toBe(checksumAddress(payer.address));
    expect(Date.parse(seen.expectedFinalAt ?? "")).toBeGreaterThan(Date.parse(seen.seenAt ?? ""));
    await makeFinal(world);
    const confirmed = await statusOf(session);
    expect(confirmed).toMatchObject({ status: "confirmed", txHash: seen.txHash });
    expect(confirmed.confirmedAt).not.toBeNull();
    expect(confirmed.asOf > seen.asOf && seen.asOf > submitted.asOf).toBe(true);
    expect(await reasonOf(buildTypedData(page(), of(session, payer)))).toBe("not_payable");
  });

  test.each(["failed", "rejected", "expired"])(
    "says failed when the last attempt ended as %s, and open again for the next",
    async (state) => {
      const session = await openSession(world);
      await pay(session);
      await endSubmission(session, state, "insufficient_balance");
      expect(await statusOf(session)).toMatchObject({
        status: "failed",
        failureCode: "insufficient_balance",
      });
      // The same wallet signs again: with the same nonce, so that only one of the two can be executed.
      const again = await buildTypedData(page(), of(session, payer));
      const [first] = await submissions(session);
      expect(again.signed.nonce).toBe(first?.authNonce);
    },
  );

  test("shows what screening holds, and lets nobody pay a second time", async () => {
    const session = await openSession(world);
    await pay(session);
    await drain(world.systemContext(), 2);
    await world.chain.mine();
    await index(world);
    await world.db`
      update transactions set payment_exception = 'screening' where session_id = ${session.id}`;
    expect((await statusOf(session)).status).toBe("review");
    expect(await reasonOf(buildTypedData(page(), of(session, payer)))).toBe("not_payable");
  });

  test.each(["late", "underpaid", "overpaid", "screening"])(
    "never says of a payment that came %s that nothing was charged, also once it is returned",
    async (exception) => {
      const session = await openSession(world);
      await pay(session);
      await drain(world.systemContext(), 2);
      await world.chain.mine();
      await index(world);
      await endSubmission(session, "superseded", null);
      const [paid] = await world.db<{ id: string; txHash: string }[]>`
        update transactions set payment_exception = ${exception}, amount = amount + 1
        where session_id = ${session.id}
        returning id, tx_hash`;
      await world.db`
        update payment_sessions set status = 'expired', closed_at = now() where id = ${session.id}`;
      expect(await statusOf(session)).toMatchObject({ status: "review", txHash: paid?.txHash });
      const paidBack = async (left: bigint) => {
        await world.db`
          update transactions set amount_refunded = amount - ${left.toString()}::numeric
          where id = ${paid?.id ?? ""}`;
        return statusOf(session);
      };
      const hash = await completeRefund(paid?.id ?? "");
      expect(await paidBack(1n)).toMatchObject({ status: "review", refundTxHash: null });
      // With the payment's own amount, which need not be the session's.
      expect(await paidBack(0n)).toMatchObject({
        status: "refunded",
        txHash: paid?.txHash,
        refundTxHash: hash,
        refundedAmount: (session.amount + 1n).toString(),
      });
      expect(await reasonOf(buildTypedData(page(), of(session, payer)))).toBe("not_payable");
    },
  );

  test("of a session that is over, or whose merchant is", async () => {
    const cancelled = await openSession(world);
    await cancelSession(world.merchantContext(), { id: cancelled.id });
    expect((await statusOf(cancelled)).status).toBe("cancelled");
    const due = await openSession(world);
    await world.db`
      update payment_sessions set expires_at = now() - interval '1 second' where id = ${due.id}`;
    expect((await statusOf(due)).status).toBe("expired");
    const merchant = await world.addMerchant();
    const ctx = world.merchantContext({ merchantId: merchant.id });
    const orphan = await createSession(ctx, { amount: 1_000_000n, currency: "USDC" });
    await world.db`update merchants set status = 'closed' where id = ${merchant.id}`;
    expect((await statusOf(orphan)).status).toBe("unavailable");
    await world.db`update merchants set status = 'suspended' where id = ${merchant.id}`;
    expect((await statusOf(orphan)).status).toBe("open");
  });
});

describe("a wallet", () => {
  test("is known by its balance before it signs", async () => {
    const poor = await newPayer(world, 1_230_000n);
    const session = await openSession(world);
    expect(await checkWallet(page(), of(session, poor))).toEqual({
      balance: "1230000",
      code: "none",
      blocked: false,
    });
  });

  test("that the token's issuer has blocked is refused without a reason", async () => {
    const blocked = await newPayer(world);
    await administer(world, "blacklist", blocked.address);
    const session = await openSession(world);
    expect(await checkWallet(page(), of(session, blocked))).toMatchObject({ blocked: true });
  });

  test("with code of its own pays with what its code verifies", async () => {
    const owner = await newPayer(world, 0n);
    const wallet = await deployWallet(world, owner);
    const session = await openSession(world);
    expect(await checkWallet(page(), of(session, { address: wallet }))).toMatchObject({
      code: "contract",
    });
    // The same by its code: a key that is delegated to the wallet's contract (EIP-7702).
    await world.deployment().chain.rpc.request({
      method: "anvil_setCode",
      params: [owner.address, `0xef0100${wallet.slice(2)}`],
    });
    expect(await checkWallet(page(), of(session, owner))).toMatchObject({ code: "delegated" });
    const input = await signedInput(session, { address: wallet }, { signer: owner });
    const status = await relayHostedPayment(page(), input, asPlatform);
    expect(status.status).toBe("submitted");
    const stranger = await newPayer(world, 0n);
    const other = await openSession(world);
    const forged = await signedInput(other, { address: wallet }, { signer: stranger });
    expect(await reasonOf(relayHostedPayment(page(), forged, asPlatform))).toBe(
      "signature_invalid",
    );
  });
});

describe("what is signed", () => {
  test("is the amount to the processor for a quarter of an hour, and the order", async () => {
    const session = await openSession(world, 7_500_000n);
    const request = await requestOne(session, payer);
    const deployment = world.deployment();
    expect(request.authorization.domain).toMatchObject({ name: "USD Coin", version: "2" });
    expect(request.authorization.message).toMatchObject({
      value: "7500000",
      validAfter: "0",
      validBefore: request.signed.validBefore,
      nonce: request.signed.nonce,
    });
    expect(lowerHex(request.authorization.message.to ?? "")).toBe(
      addressOf(deployment, "processor"),
    );
    expect(lowerHex(request.authorization.message.from ?? "")).toBe(payer.address);
    expect(request.signed).toMatchObject({ ref: session.ref, amount: "7500000" });
    // The newest block is asked for once a while, so it may be the one before.
    const seconds = Number(request.signed.validBefore) - Number(await latestTime());
    expect(seconds).toBeLessThanOrEqual(900);
    expect(seconds).toBeGreaterThan(880);
    expect(Date.parse(request.signBefore)).toBe(Number(request.signed.validBefore) * 1_000);
  });

  test("has the same nonce each time, and another for another payer or session", async () => {
    const [session, other] = [await openSession(world), await openSession(world)];
    const rival = await newPayer(world);
    const nonceOf = async (of_: SessionView, wallet: ChainAccount) =>
      (await buildTypedData(page(), of(of_, wallet))).signed.nonce;
    const nonce = await nonceOf(session, payer);
    expect(await nonceOf(session, payer)).toBe(nonce);
    expect(await nonceOf(session, rival)).not.toBe(nonce);
    expect(await nonceOf(other, payer)).not.toBe(nonce);
  });

  test("gets a new nonce only when the payer has cancelled the old one for good", async () => {
    const session = await openSession(world);
    const canceller = await newPayer(world);
    const { signed } = await buildTypedData(page(), of(session, canceller));
    await cancelAuthorization(world, canceller, signed.nonce as Hex);
    expect(await reasonOf(buildTypedData(page(), of(session, canceller)))).toBe(
      "authorization_pending",
    );
    await makeFinal(world);
    const next = await buildTypedData(page(), of(session, canceller));
    expect(next.signed.nonce).not.toBe(signed.nonce);
    expect((await pay(session, canceller)).status).toBe("submitted");
  });

  test("is not for another wallet while the first one's signatures may still be executed", async () => {
    const session = await openSession(world);
    const rival = await newPayer(world);
    const rivals = await signedInput(session, rival);
    await pay(session);
    expect(await reasonOf(buildTypedData(page(), of(session, rival)))).toBe("not_payable");
    await endSubmission(session, "rejected", "insufficient_balance");
    await index(world);
    expect(await reasonOf(buildTypedData(page(), of(session, rival)))).toBe("other_wallet_pending");
    expect(await reasonOf(relayHostedPayment(page(), rivals, asPlatform))).toBe(
      "other_wallet_pending",
    );
    await world.db`
      update relay_submissions set valid_before = 1 where session_id = ${session.id}`;
    expect((await pay(session, rival)).status).toBe("submitted");
  });
});

async function latestTime(): Promise<bigint> {
  const block = await world.chain.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  return BigInt(block.timestamp);
}

describe("relaying", () => {
  test("happens once, however often the browser sends the same", async () => {
    const session = await openSession(world);
    const input = await signedInput(session, payer);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => relayHostedPayment(page(), input, asPlatform)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill("submitted"));
    const stored = await submissions(session);
    expect(stored).toMatchObject([{ origin: "hosted" }]);
    expect(stored[0]?.idempotencyKey).toMatch(new RegExp(`^h\\.${session.id}\\.[0-9a-f]{64}$`));
    await drain(world.systemContext(), 2);
    await makeFinal(world);
    expect((await relayHostedPayment(page(), input, asPlatform)).status).toBe("confirmed");
  });

  const zeros = `0x${"0".repeat(64)}`;
  test.each([
    ["amount", "1", "amount_mismatch"],
    ["token", `0x${"1".repeat(40)}`, "token_unsupported"],
    ["merchantId", "999", "merchant_mismatch"],
    ["registry", `0x${"1".repeat(40)}`, "merchant_mismatch"],
    ["ref", zeros, "ref_mismatch"],
    ["nonce", zeros, "nonce_mismatch"],
  ] as const)("refuses another %s than the session's", async (field, value, reason) => {
    const session = await openSession(world);
    const input = await signedInput(session, payer, { signed: { [field]: value } });
    expect(await reasonOf(relayHostedPayment(page(), input, asPlatform))).toBe(reason);
    expect(await submissions(session)).toEqual([]);
  });

  test("refuses the signatures for another session", async () => {
    const [session, other] = [await openSession(world), await openSession(world)];
    const input = { ...(await signedInput(session, payer)), sessionId: other.id };
    expect(await reasonOf(relayHostedPayment(page(), input, asPlatform))).toBe("ref_mismatch");
  });

  test("refuses another account's signatures", async () => {
    const session = await openSession(world);
    const stranger = await newPayer(world, 0n);
    const input = await signedInput(session, payer, { signer: stranger });
    expect(await reasonOf(relayHostedPayment(page(), input, asPlatform))).toBe("signature_invalid");
    expect(await submissions(session)).toEqual([]);
  });

  test("opens the platform's context of the session's mode", async () => {
    const session = await openSession(world, 5_000_000n, "live");
    const asked: string[] = [];
    const status = await relayHostedPayment(page(), await signedInput(session, payer), (mode) => {
      asked.push(mode);
      return asPlatform(mode);
    });
    expect(status.status).toBe("submitted");
    expect(asked).toEqual(["live"]);
  });
});

describe("test tokens", () => {
  test("fill a wallet with the amount and some more", async () => {
    const wallet = await newPayer(world, 0n);
    const session = await openSession(world, 12_000_000n);
    const minted = mintTestTokens(page(), of(session, wallet));
    const mining = mineUntil(minted);
    await minted;
    await mining;
    expect(await world.balanceOf(wallet.address)).toBe(112_000_000n);
  });

  test("come for several wallets at once", async () => {
    const wallets = await Promise.all([1, 2, 3].map(() => newPayer(world, 0n)));
    const session = await openSession(world, 1_000_000n);
    const minted = Promise.all(
      wallets.map((wallet) => mintTestTokens(page(), of(session, wallet))),
    );
    const mining = mineUntil(minted);
    await minted;
    await mining;
    for (const { address } of wallets) expect(await world.balanceOf(address)).toBe(101_000_000n);
  });

  test("are on no other chain than the local one", async () => {
    const session = await openSession(world);
    const elsewhere = withChain(page(), () => ({ local: false }));
    const refusal = await refusalOf(mintTestTokens(elsewhere, of(session, payer)));
    expect(refusal.code).toBe("not_found");
  });

  test("are not for a session that is over", async () => {
    const session = await openSession(world);
    await cancelSession(world.merchantContext(), { id: session.id });
    expect(await reasonOf(mintTestTokens(page(), of(session, payer)))).toBe("not_payable");
  });
});

test("a session that is over is known, one that never was is not", async () => {
  const session = await openSession(world);
  await cancelSession(world.merchantContext(), { id: session.id });
  expect(await sessionExists(page(), { sessionId: session.id })).toBe(true);
  expect(await sessionExists(page(), { sessionId: newId("paymentSession") })).toBe(false);
});

/** The test chain mines when told; the faucet waits for a block. */
async function mineUntil(work: Promise<unknown>): Promise<void> {
  let done = false;
  const finish = () => {
    done = true;
  };
  work.then(finish, finish);
  while (!done) {
    await world.chain.mine();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
