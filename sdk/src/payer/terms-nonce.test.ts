import { hashTypedData } from "viem";
import { expect, test } from "vitest";
import type { SaltedPayment } from "./payment-messages";
import { termsNonce } from "./terms-nonce";

const terms: SaltedPayment = {
  chainId: 31337,
  processor: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  payer: "0x00000000000000000000000000000000000000A1",
  registry: `0x${"6".repeat(40)}`,
  merchantId: "7",
  token: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
  amount: "49000000",
  ref: `0x00${"ab".repeat(31)}`,
  salt: "0",
};

/** The digest as any EIP-712 library computes it. */
function digestOf({ chainId, processor, ...message }: SaltedPayment): string {
  return hashTypedData({
    domain: {
      name: "Stipend Payments",
      version: "1",
      chainId,
      verifyingContract: processor as `0x${string}`,
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
      payer: message.payer as `0x${string}`,
      registry: message.registry as `0x${string}`,
      token: message.token as `0x${string}`,
      ref: message.ref as `0x${string}`,
      merchantId: BigInt(message.merchantId),
      amount: BigInt(message.amount),
      salt: BigInt(message.salt),
    },
  });
}

const changes: Partial<SaltedPayment>[] = [
  {},
  { chainId: 8453 },
  { processor: `0x${"9".repeat(40)}` },
  { payer: `0x${"f".repeat(40)}` },
  { registry: `0x${"8".repeat(40)}` },
  { merchantId: (2n ** 255n).toString() },
  { token: `0x${"0".repeat(39)}1` },
  { amount: (2n ** 128n - 1n).toString() },
  { ref: `0x${"0".repeat(64)}` },
  { salt: (2n ** 96n - 1n).toString() },
];

test.each(changes)("is the digest of the terms with %o", (change) => {
  const changed = { ...terms, ...change };
  expect(termsNonce(changed)).toBe(digestOf(changed));
});

test("differs with every field", () => {
  const nonces = changes.map((change) => termsNonce({ ...terms, ...change }));
  expect(new Set(nonces).size).toBe(changes.length);
});
