import { randomBytes } from "node:crypto";
import { type Hex, hashTypedData, parseSignature, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

// Written out and not shared with the app: this is a program of somebody who has the reference alone.

/** Before the end of the session, whose time is the chain's but for a minute. */
const SPARE_SECONDS = 120;

/** What a session says of its payment. */
export interface Payable {
  amount: string;
  ref: Hex;
  chainId: number;
  processorAddress: Hex;
  tokenAddress: Hex;
  chainMerchantId: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** How a token names itself in what is signed. */
export interface Token {
  name: string;
  version: string;
}

/**
 * One signature: the authorization's nonce is the digest of the payment's terms. The salt is the one that
 * the pay page begins with, so that page and program together can charge once.
 */
export async function signOnce(session: Payable, token: Token, privateKey: Hex) {
  const payer = privateKeyToAccount(privateKey);
  const salt = 0n;
  const nonce = hashTypedData({
    domain: processorDomain(session),
    types: { PaymentTerms: [...commonFields, { name: "salt", type: "uint96" }] },
    primaryType: "PaymentTerms",
    message: { ...commonTerms(session, payer), salt },
  });
  return { ...(await authorize(session, token, payer, nonce)), salt: salt.toString() };
}

/** Two signatures: the nonce is free, and a second message binds it to the merchant and the session. */
export async function signTwice(session: Payable, token: Token, privateKey: Hex) {
  const payer = privateKeyToAccount(privateKey);
  const nonce = toHex(randomBytes(32));
  const intent = await payer.signTypedData({
    domain: processorDomain(session),
    types: { PaymentIntent: [...commonFields, { name: "nonce", type: "bytes32" }] },
    primaryType: "PaymentIntent",
    message: { ...commonTerms(session, payer), nonce },
  });
  const authorized = await authorize(session, token, payer, nonce);
  return { ...authorized, intentSignature: split(intent) };
}

/** The token's authorization for the processor to take the amount, once. */
async function authorize(session: Payable, token: Token, payer: PrivateKeyAccount, nonce: Hex) {
  const { chainId, processorAddress, tokenAddress, amount } = session;
  const validBefore = BigInt(Math.floor(Date.parse(session.expiresAt) / 1_000) - SPARE_SECONDS);
  const { name, version } = token;
  const signature = await payer.signTypedData({
    domain: { name, version, chainId, verifyingContract: tokenAddress },
    types: {
      ReceiveWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: payer.address,
      to: processorAddress,
      value: BigInt(amount),
      validAfter: 0n,
      validBefore,
      nonce,
    },
  });
  const auth = {
    from: payer.address,
    amount,
    validAfter: "0",
    validBefore: validBefore.toString(),
    nonce,
  };
  return { auth, authSignature: split(signature) };
}

const commonFields = [
  { name: "payer", type: "address" },
  { name: "merchantId", type: "uint256" },
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "ref", type: "bytes32" },
] as const;

const commonTerms = (session: Payable, { address }: PrivateKeyAccount) => ({
  payer: address,
  merchantId: BigInt(session.chainMerchantId),
  token: session.tokenAddress,
  amount: BigInt(session.amount),
  ref: session.ref,
});

const processorDomain = ({ chainId, processorAddress }: Payable) => ({
  name: "Stipend Payments",
  version: "1",
  chainId,
  verifyingContract: processorAddress,
});

function split(signature: Hex) {
  const { r, s, yParity } = parseSignature(signature);
  return { v: 27 + yParity, r, s };
}
