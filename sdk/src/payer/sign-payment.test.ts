import { recoverTypedDataAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { isPaymentAsAgreed, type PaymentRequest } from "./is-payment-as-agreed";
import { NotAsAgreedError } from "./not-as-agreed-error";
import { authorizationMessage, paymentIntentMessage } from "./payment-messages";
import { refOf } from "./ref-of";
import { type PayableSession, type PaymentOptions, signPayment } from "./sign-payment";
import { termsNonce } from "./terms-nonce";
import type { TypedData } from "./typed-data";

const account = privateKeyToAccount(generatePrivateKey());
const other = `0x${"b2".repeat(20)}` as const;
const token = { name: "USD Coin", version: "2", chainId: 8453, address: `0x${"c3".repeat(20)}` };
const session: PayableSession = {
  id: "ps_1",
  amount: "2500000",
  ref: refOf("ps_1"),
  chainId: 8453,
  processorAddress: `0x${"d4".repeat(20)}`,
  registryAddress: `0x${"e5".repeat(20)}`,
  signatures: [1, 2],
  tokenAddress: token.address,
  chainMerchantId: "7",
  createdAt: "2100-01-01T00:00:00.000Z",
  expiresAt: "2100-01-01T01:00:00.000Z",
};
const agreed = { amount: 2_500_000n };
const payment = {
  chainId: 8453,
  processor: session.processorAddress,
  payer: account.address,
  registry: session.registryAddress,
  merchantId: "7",
  token: token.address,
  amount: "2500000",
  ref: session.ref,
};

const signedBy = (data: TypedData, signature: `0x${string}`) =>
  recoverTypedDataAddress({ ...data, signature } as Parameters<typeof recoverTypedDataAddress>[0]);

test("signs one message for a processor that takes one, whose nonce is the digest of the terms", async () => {
  const signed = await signPayment(account, { session, token, agreed });
  const nonce = termsNonce({ ...payment, salt: "0" });
  expect(signed).toMatchObject({
    idempotencyKey: expect.stringMatching(/^pay-ps_1-[0-9a-f]{64}$/),
    sessionId: "ps_1",
    merchantId: "7",
    ref: session.ref,
    salt: "0",
    auth: { from: account.address, amount: "2500000", validAfter: "0", nonce },
  });
  expect(signed.intentSignature).toBeUndefined();
  const { validBefore } = signed.auth;
  const message = authorizationMessage(token, { ...payment, nonce, validBefore });
  expect(await signedBy(message, signed.authSignature)).toBe(account.address);
});

test("signs two messages for one that takes two alone, with a fresh nonce each time", async () => {
  const options = { session: { ...session, signatures: [2] as const }, token, agreed };
  const [first, second] = await Promise.all([
    signPayment(account, options),
    signPayment(account, options),
  ]);
  const { nonce } = first.auth;
  expect(nonce).toMatch(/^0x[0-9a-f]{64}$/);
  expect(nonce).not.toBe(second.auth.nonce);
  expect(first.salt).toBeUndefined();
  const message = paymentIntentMessage({ ...payment, nonce });
  expect(await signedBy(message, first.intentSignature ?? "0x")).toBe(account.address);
});

test("the key is of one signing: another payer and another end have another one", async () => {
  const keyOf = async (change: Partial<PaymentOptions> = {}, signer = account) =>
    (await signPayment(signer, { session, token, agreed, ...change })).idempotencyKey;
  const first = await keyOf();
  expect(await keyOf()).toBe(first);
  expect(await keyOf({}, privateKeyToAccount(generatePrivateKey()))).not.toBe(first);
  expect(await keyOf({ validBefore: 1_800_000_000n })).not.toBe(first);
  const twice = { session: { ...session, signatures: [2] as const } };
  expect(await keyOf(twice)).not.toBe(await keyOf(twice));
  expect(await keyOf({ idempotencyKey: "order-7" })).toBe("order-7");
});

test("an authorization ends before its session, and 12 hours ahead at the latest", async () => {
  const endOf = async (expiresAt: string) => {
    const options = { session: { ...session, expiresAt }, token, agreed };
    const { auth } = await signPayment(account, options);
    return new Date(Number(auth.validBefore) * 1_000).toISOString();
  };
  expect(await endOf("2100-01-01T01:00:00.000Z")).toBe("2100-01-01T00:58:00.000Z");
  expect(await endOf("2100-02-01T00:00:00.000Z")).toBe("2100-01-01T12:00:00.000Z");
  const { auth } = await signPayment(account, {
    session,
    token,
    agreed,
    validBefore: 1_800_000_000n,
  });
  expect(auth.validBefore).toBe("1800000000");
});

test.each([
  ["amount", { session: { ...session, amount: "2500001" } }],
  ["chainId", { agreed: { ...agreed, chainId: 1 } }],
  ["processor", { agreed: { ...agreed, processor: other } }],
  ["merchantId", { agreed: { ...agreed, merchantId: 8n } }],
  ["token", { agreed: { ...agreed, token: other } }],
  ["ref", { session: { ...session, ref: refOf("ps_2") } }],
  ["token", { token: { ...token, address: other } }],
  ["chainId", { token: { ...token, chainId: 1 } }],
])("signs nothing when the %s is not as agreed", async (field, change) => {
  let asked = 0;
  const signer = {
    address: account.address,
    signTypedData: async (): Promise<`0x${string}`> => {
      asked += 1;
      return "0x";
    },
  };
  const error = await signPayment(signer, { session, token, agreed, ...change }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotAsAgreedError);
  expect(error).toMatchObject({ field });
  expect(asked).toBe(0);
});

/** Messages as another program words them. */
function requestFor(signatures: 1 | 2, change: Partial<typeof payment> = {}): PaymentRequest {
  const worded = { ...payment, ...change };
  const nonce = signatures === 1 ? termsNonce({ ...worded, salt: "3" }) : session.ref;
  const bound = { ...worded, nonce: nonce as `0x${string}`, validBefore: "1800000000" };
  const { chainId: _, processor: __, ...signed } = bound;
  const authorization = authorizationMessage(
    { ...token, address: worded.token, chainId: worded.chainId },
    bound,
  );
  if (signatures === 1) return { authorization, signed, signatures, salt: "3" };
  return { authorization, signed, signatures, intent: paymentIntentMessage(bound) };
}

test.each([1, 2] as const)(
  "messages of %i signature(s) for another payment are told",
  (signatures) => {
    expect(isPaymentAsAgreed(payment, requestFor(signatures))).toBe(true);
    const others = [
      { chainId: 1 },
      { processor: other },
      { payer: other },
      { merchantId: "8" },
      { token: other },
      { amount: "2500001" },
      { ref: refOf("ps_2") },
    ];
    const taken = others.filter((change) =>
      isPaymentAsAgreed(payment, requestFor(signatures, change)),
    );
    expect(taken).toEqual([]);
  },
);
