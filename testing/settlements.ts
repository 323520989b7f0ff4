import { randomBytes } from "node:crypto";
import { encodeFunctionData, type Hex, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { intentIdOf, type PaymentTerms } from "@/lib/adapters/chain/calls/payments";
import { splitSignature } from "@/lib/adapters/chain/calls/signatures";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { Currency } from "@/lib/core/amounts/money";
import { type Bytes32, lowerHex, zeroBytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { signTermsTwice } from "@/sdk/src/payer/sign-terms";
import type { ChainAccount } from "./chain";
import { paymentAt } from "./payment-at";
import type { World } from "./world";

const MILLION = 1_000_000_000_000n;

/** A payment that a payer has signed; anybody may bring it to the chain. */
export interface SignedPayment {
  terms: PaymentTerms;
  paymentId: Bytes32;
  authSignature: Hex;
  intentSignature: Hex;
  /** `pay` of the processor. */
  call: { to: Hex; data: Hex };
}

/** A payer's wallet with ether for gas and a million of each token. */
export async function fundPayer(world: World): Promise<ChainAccount> {
  const privateKey: Hex = `0x${randomBytes(32).toString("hex")}`;
  const address = lowerHex(privateKeyToAccount(privateKey).address);
  await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
  await world.mint(address, MILLION, "USDC");
  await world.mint(address, MILLION, "EURC");
  return { privateKey, address };
}

/** Signs a payment as a payer's wallet does; it is valid for a year. */
export async function signPayment(
  deployment: Deployment,
  payer: ChainAccount,
  payment: { merchantId: bigint; amount: bigint; currency?: Currency; ref?: Bytes32 },
): Promise<SignedPayment> {
  const token = deployment.tokens[payment.currency ?? "USDC"];
  if (!token) throw new Error(`the chain has no ${payment.currency}`);
  const terms: PaymentTerms = {
    merchantId: payment.merchantId,
    token: token.address,
    payer: lowerHex(payer.address),
    amount: payment.amount,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 365 * 86_400),
    nonce: `0x${randomBytes(32).toString("hex")}`,
    ref: payment.ref ?? zeroBytes32,
  };
  const { authSignature, intentSignature } = await signTermsTwice(
    privateKeyToAccount(payer.privateKey),
    token,
    paymentAt(deployment, terms),
  );
  return {
    terms,
    paymentId: intentIdOf(deployment, terms),
    authSignature,
    intentSignature,
    call: {
      to: addressOf(deployment, "processor"),
      data: encodePay(deployment, { terms, authSignature, intentSignature }),
    },
  };
}

function encodePay(
  deployment: Deployment,
  { terms, authSignature, intentSignature }: Omit<SignedPayment, "paymentId" | "call">,
): Hex {
  const { payer, ...rest } = terms;
  const registry = addressOf(deployment, "registry");
  return encodeFunctionData({
    abi: paymentProcessorAbi,
    functionName: "pay",
    args: [
      { ...rest, registry, from: payer },
      splitSignature(authSignature),
      splitSignature(intentSignature),
    ],
  });
}

/** A signed transaction, to be sent and, after a reorganisation, put into another block. */
export interface RawTransaction {
  raw: Hex;
  hash: Bytes32;
}

/** Signs a transaction with the sender's next nonce. */
async function signTransaction(
  world: World,
  from: ChainAccount,
  call: { to: Hex; data: Hex },
): Promise<RawTransaction> {
  const params = [from.address, "pending"];
  const nonce = Number(await world.chain.request<Hex>("eth_getTransactionCount", params));
  const raw = await privateKeyToAccount(from.privateKey).signTransaction({
    ...call,
    nonce,
    chainId: world.chain.chainId,
    gas: 400_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    type: "eip1559",
  });
  return { raw, hash: keccak256(raw) };
}

/** Brings a signed payment into the pool as the payer's own transaction; it waits to be mined. */
async function broadcastPayment(
  world: World,
  payer: ChainAccount,
  payment: SignedPayment,
): Promise<RawTransaction> {
  const transaction = await signTransaction(world, payer, payment.call);
  await world.chain.request("eth_sendRawTransaction", [transaction.raw]);
  return transaction;
}

/** Signs a payment to the world's merchant and brings it into the pool, of the mode's contracts or of others. */
export async function payDirectly(
  world: World,
  payer: ChainAccount,
  payment: {
    mode?: Mode;
    deployment?: Deployment;
    amount: bigint;
    currency?: Currency;
    ref?: Bytes32;
    merchantId?: bigint;
  },
): Promise<SignedPayment & RawTransaction> {
  const { mode = "test", deployment = world.deployment(mode), ...rest } = payment;
  const signed = await signPayment(deployment, payer, {
    merchantId: world.merchant.chainMerchantId[mode],
    ...rest,
  });
  return { ...signed, ...(await broadcastPayment(world, payer, signed)) };
}

/**
 * Sends transactions again that a reorganisation may have thrown out; those that are mined stay where they
 * are. Do it before a sender signs anew, or its nonces are used twice.
 */
export async function resend(world: World, raws: readonly string[]): Promise<void> {
  for (const raw of raws) {
    await world.chain.request("eth_sendRawTransaction", [raw]).catch(() => {});
  }
}
