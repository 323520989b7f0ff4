import { randomBytes } from "node:crypto";
import { encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import type { PaymentTerms } from "@/lib/adapters/chain/calls/payments";
import { type GivenSignature, splitSignature } from "@/lib/adapters/chain/calls/signatures";
import { addressOf } from "@/lib/adapters/chain/chains";
import { paymentSettledTopic } from "@/lib/adapters/chain/events/payment-events";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import type { RelayPaymentInput } from "@/lib/domain/payments/intake/payment-request";
import { relayPayment } from "@/lib/domain/payments/intake/relay-payment";
import type { SubmissionView } from "@/lib/domain/payments/intake/view";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type {
  Context,
  MerchantActor,
  PlatformActor,
  SystemActor,
} from "@/lib/domain/platform/context";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import type { SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { scanChain } from "@/lib/indexer/scan-chain";
import { signTermsTwice } from "@/sdk/src/payer/sign-terms";
import type { ChainAccount } from "./chain";
import { paymentAt } from "./payment-at";
import type { World } from "./world";

/** What tests say differently from an ordinary payment. */
export interface PaymentChange extends Partial<PaymentTerms> {
  idempotencyKey?: string;
  sessionId?: string;
  mode?: Mode;
  /** Another key than the payer's signs. */
  signer?: ChainAccount;
}

/** A request with the payer's signatures of the authorization and the intent. */
export type TwoSignatures = RelayPaymentInput & { intentSignature: GivenSignature };

/** A wallet with some USDC. */
export async function newPayer(world: World, usdc = 1_000_000_000n): Promise<ChainAccount> {
  const privateKey: Hex = `0x${randomBytes(32).toString("hex")}`;
  const payer = { privateKey, address: lowerHex(privateKeyToAccount(privateKey).address) };
  if (usdc > 0n) await world.mint(payer.address, usdc);
  return payer;
}

/** Several wallets with some USDC each. */
export async function newPayers(world: World, count: number): Promise<ChainAccount[]> {
  const payers: ChainAccount[] = [];
  // One after the other: the minter's nonces follow each other.
  while (payers.length < count) payers.push(await newPayer(world));
  return payers;
}

/** Seconds of the newest block. */
export async function chainTime(world: World): Promise<bigint> {
  const block = await world.chain.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  return BigInt(block.timestamp);
}

/** Opens a session of the world's merchant. */
export function openSession(
  world: World,
  amount = 5_000_000n,
  mode: Mode = "test",
): Promise<SessionView> {
  return createSession(world.merchantContext({ mode }), { amount, currency: "USDC" });
}

/** A relay request that a payer has signed: for a session where one is given, and valid for 15 minutes. */
export async function signRequest(
  world: World,
  payer: ChainAccount,
  session: SessionView | null,
  change: PaymentChange = {},
): Promise<TwoSignatures> {
  const {
    mode = session?.mode ?? "test",
    signer = payer,
    idempotencyKey,
    sessionId,
    ...other
  } = change;
  const deployment = world.deployment(mode);
  const token = deployment.tokens.USDC;
  if (!token) throw new Error("the local chain has USDC");
  const terms: PaymentTerms = {
    merchantId: world.merchant.chainMerchantId[mode],
    token: token.address,
    payer: lowerHex(payer.address),
    amount: session?.amount ?? 5_000_000n,
    validAfter: 0n,
    validBefore: (await chainTime(world)) + 900n,
    nonce: `0x${randomBytes(32).toString("hex")}`,
    ref: session?.ref ?? `0x${randomBytes(32).toString("hex")}`,
    ...other,
  };
  const { authSignature, intentSignature } = await signTermsTwice(
    privateKeyToAccount(signer.privateKey),
    token,
    paymentAt(deployment, terms),
  );
  return {
    idempotencyKey: idempotencyKey ?? `key-${randomBytes(8).toString("hex")}`,
    merchantId: terms.merchantId,
    token: terms.token,
    auth: {
      from: terms.payer,
      amount: terms.amount,
      validAfter: terms.validAfter,
      validBefore: terms.validBefore,
      nonce: terms.nonce,
    },
    ref: terms.ref,
    authSignature: splitSignature(authSignature),
    intentSignature: splitSignature(intentSignature),
    sessionId: sessionId ?? session?.id,
  };
}

/** Submits as a request would. */
export async function submit(
  ctx: Context<MerchantActor | PlatformActor>,
  input: RelayPaymentInput,
): Promise<SubmissionView> {
  return relayPayment.run(ctx, input, await relayPayment.prepare(ctx, input));
}

/**
 * Lets each relay wallet look once, or so often: it follows its slots, decides what is final, examines
 * what is held, and sends what is due.
 */
export async function drain(ctx: Context<SystemActor>, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) await drainRelay(ctx, { until: new Date(0) });
}

/** Lets the relay wallets work for a while. */
export async function drainFor(ctx: Context<SystemActor>, ms: number): Promise<void> {
  await drainRelay(ctx, { until: new Date(Date.now() + ms) });
}

/** What a job is given to stop by. */
export const forAMinute = () => ({ until: new Date(Date.now() + 60_000) });

/** Reads the chain to its head, as the indexer does. */
export async function index(world: World): Promise<void> {
  const ctx = world.systemContext();
  const { chain } = world.deployment();
  for (;;) {
    const { kind } = await scanChain(ctx, chain, new Date(Date.now() + 10_000));
    if (kind === "current") return;
    if (kind !== "unfinished") throw new Error(`The indexer is ${kind}`);
  }
}

/** Mines until what is mined now is final, and lets the indexer see it. */
export async function makeFinal(world: World, blocks = 3): Promise<void> {
  await world.chain.mine(blocks);
  await index(world);
}

/** The stored submission. */
export async function submissionRow(world: World, view: { id: string }): Promise<SubmissionRow> {
  const [row] = await world.db<SubmissionRow[]>`
    select * from relay_submissions where id = ${view.id}`;
  if (!row) throw new Error(`No submission ${view.id}`);
  return row;
}

/** Sends a token's owner call: `blacklist`, `pause` and the like. */
export async function administer(
  world: World,
  functionName: "blacklist" | "unBlacklist" | "pause" | "unpause",
  account?: Address,
): Promise<void> {
  const { usdc } = world.deployment();
  const data =
    functionName === "pause" || functionName === "unpause"
      ? encodeFunctionData({ abi: localFiatTokenAbi, functionName })
      : encodeFunctionData({
          abi: localFiatTokenAbi,
          functionName,
          args: [account ?? world.merchant.payout],
        });
  await world.send(world.chain.deployer, { to: usdc, data });
}

/** A payer moves tokens away by itself, with a transaction of its own. */
export async function spend(world: World, payer: ChainAccount, value: bigint): Promise<void> {
  await world.chain.request("anvil_setBalance", [payer.address, "0x8ac7230489e80000"]);
  const to: Address = `0x${"0".repeat(36)}dEaD`;
  const data = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "transfer",
    args: [to, value],
  });
  await world.send(payer, { to: world.deployment().usdc, data });
}

/** How often the processor has settled a payment on the node's present chain. */
export async function settlementsOf(world: World, paymentId: Bytes32): Promise<number> {
  const logs = await world.chain.request<unknown[]>("eth_getLogs", [
    {
      fromBlock: "0x0",
      toBlock: "latest",
      address: world.chains.deployments.map((deployment) => addressOf(deployment, "processor")),
      topics: [paymentSettledTopic, null, paymentId],
    },
  ]);
  return logs.length;
}
