import { keccak256, stringToHex } from "viem";
import { expect, test } from "vitest";
import type { PayPage, SigningRequest } from "@/lib/contract/payments/hosted-pay";
import { termsNonce } from "@/sdk/src/payer/terms-nonce";
import { isAsShown } from "./is-as-shown";
import { shownTerms } from "./shown-terms";

const account = "0x00000000000000000000000000000000000000A1";
const token = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const processor = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const page = {
  amount: "49000000",
  merchantId: "7",
  sessionId: "ps_1",
  tokenAddress: token.toLowerCase(),
  processorAddress: processor,
  registryAddress: `0x${"6".repeat(40)}`,
  network: { chainId: 8453 },
} as PayPage;

/** What the server words; `asked` is what it words it for. */
function requestFor(signatures: 1 | 2, asked: PayPage = page, payer = account): SigningRequest {
  const { amount, merchantId, tokenAddress, processorAddress, network } = asked;
  const ref = keccak256(stringToHex(asked.sessionId));
  const nonce =
    signatures === 1
      ? termsNonce({ ...shownTerms(asked, payer), salt: "3" })
      : `0x${"cd".repeat(32)}`;
  const { chainId } = network;
  const validBefore = "1795364582";
  const registry = asked.registryAddress;
  const terms = { payer, registry, merchantId, token: tokenAddress, amount, ref };
  const common = {
    authorization: {
      domain: { name: "USD Coin", version: "2", chainId, verifyingContract: tokenAddress },
      types: {},
      primaryType: "ReceiveWithAuthorization",
      message: {
        from: payer,
        to: processorAddress,
        value: amount,
        validAfter: "0",
        validBefore,
        nonce,
      },
    },
    signed: { ...terms, nonce, validBefore },
    signBefore: "2026-11-22T18:00:00Z",
    secondsToSign: 900,
  };
  if (signatures === 1) return { ...common, signatures, salt: "3" };
  const domain = { name: "Stipend Payments", version: "1", chainId };
  const intent = {
    domain: { ...domain, verifyingContract: processorAddress },
    types: {},
    primaryType: "PaymentIntent",
    message: { ...terms, nonce },
  };
  return { ...common, signatures, intent };
}

const forms = [1, 2] as const;

test.each(forms)("a request with %i signature(s) for what is shown is as shown", (signatures) => {
  expect(isAsShown(page, account, requestFor(signatures))).toBe(true);
  expect(isAsShown(page, account.toLowerCase(), requestFor(signatures))).toBe(true);
});

const others: [string, PayPage][] = [
  ["amount", { ...page, amount: "49000001" }],
  ["merchant", { ...page, merchantId: "8" }],
  ["order", { ...page, sessionId: "ps_2" }],
  ["token", { ...page, tokenAddress: `0x${"1".repeat(40)}` }],
  ["processor", { ...page, processorAddress: `0x${"2".repeat(40)}` }],
  ["chain", { ...page, network: { ...page.network, chainId: 1 } }],
];

test.each(forms.flatMap((signatures) => others.map((other) => [signatures, ...other] as const)))(
  "a request with %i signature(s) for another %s is not",
  (signatures, _, asked) => {
    expect(isAsShown(page, account, requestFor(signatures, asked))).toBe(false);
  },
);

test.each(forms)("nor with %i signature(s) from another account", (signatures) => {
  const stranger = `0x${"3".repeat(40)}`;
  expect(isAsShown(page, account, requestFor(signatures, page, stranger))).toBe(false);
});

test("a nonce that stands for another merchant is seen, whatever the message says", () => {
  const request = requestFor(1);
  const other = requestFor(1, { ...page, merchantId: "8" });
  const { nonce } = other.signed;
  const { message } = request.authorization;
  const forged = {
    ...request,
    authorization: { ...request.authorization, message: { ...message, nonce } },
    signed: { ...request.signed, nonce },
  };
  expect(isAsShown(page, account, forged)).toBe(false);
});

test("an authorization that anyone could use is none, nor one with further fields", () => {
  const request = requestFor(1);
  const { authorization } = request;
  const open = { ...authorization, primaryType: "TransferWithAuthorization" };
  expect(isAsShown(page, account, { ...request, authorization: open })).toBe(false);
  const more = { ...authorization, message: { ...authorization.message, more: "1" } };
  expect(isAsShown(page, account, { ...request, authorization: more })).toBe(false);
});

test("the second message of two signatures is read as well", () => {
  const request = requestFor(2);
  if (request.signatures !== 2) throw new Error("there are two");
  const { intent } = request;
  const forged = { ...intent, message: { ...intent.message, merchantId: "8" } };
  expect(isAsShown(page, account, { ...request, intent: forged })).toBe(false);
});
