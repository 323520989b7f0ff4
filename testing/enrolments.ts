import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { signatureBytes, splitSignature } from "@/lib/adapters/chain/calls/signatures";
import { encodeSubscribe } from "@/lib/adapters/chain/calls/subscription-calls";
import type { SubscriptionTerms } from "@/lib/adapters/chain/calls/subscription-terms";
import { addressOf } from "@/lib/adapters/chain/chains";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { lowerHex, zeroBytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import type { SubmissionView } from "@/lib/domain/payments/intake/view";
import type { Context, MerchantActor, PlatformActor } from "@/lib/domain/platform/context";
import type { RelaySubscriptionInput } from "@/lib/domain/subscriptions/enrolments/enrolment-request";
import { relaySubscription } from "@/lib/domain/subscriptions/enrolments/relay-subscription";
import { signSubscriptionTerms } from "@/sdk/src/payer/sign-subscription-terms";
import type { TypedDataSigner } from "@/sdk/src/payer/typed-data";
import type { ChainAccount } from "./chain";
import type { PlanRow } from "./subscription-rows";
import { chainTime } from "./subscriptions";
import type { World } from "./world";

/** What tests say differently from an ordinary enrolment. */
export interface EnrolmentChange extends Partial<SubscriptionTerms> {
  idempotencyKey?: string;
  internalId?: string;
  mode?: Mode;
  /** Other keys than the payer's sign. */
  permitSigner?: ChainAccount;
  intentSigner?: ChainAccount;
  periods?: bigint;
}

/** A request with the payer's signatures of permit and intent: a year of a plan, from now on, valid for 15 minutes. */
export async function signEnrolment(
  world: World,
  payer: ChainAccount,
  plan: PlanRow | null,
  change: EnrolmentChange = {},
): Promise<RelaySubscriptionInput> {
  const { mode = "test", permitSigner = payer, intentSigner = payer, periods = 12n } = change;
  const { idempotencyKey, internalId, ...other } = change;
  const deployment = world.deployment(mode);
  const token = deployment.tokens[plan?.currency ?? "USDC"];
  if (!token) throw new Error("the local chain has the token");
  const now = await chainTime(world);
  const amount = other.amount ?? plan?.amount ?? 10_000_000n;
  const interval = other.interval ?? plan?.intervalSeconds ?? 2_592_000n;
  const startAt = other.startAt ?? now;
  const terms: SubscriptionTerms = {
    payer: lowerHex(payer.address),
    registry: addressOf(deployment, "registry"),
    merchantId: other.merchantId ?? world.merchant.chainMerchantId[mode],
    token: other.token ?? token.address,
    amount,
    interval,
    startAt,
    endAt: other.endAt ?? startAt + interval * periods,
    permitValue: other.permitValue ?? amount * periods,
    permitDeadline: other.permitDeadline ?? now + 900n,
    permitNonce:
      other.permitNonce ??
      (await permitNonceOf(deployment.chain.rpc, token.address, lowerHex(payer.address))),
    ref: other.ref ?? plan?.ref ?? zeroBytes32,
  };
  const manager = addressOf(deployment, "subscriptions");
  const agreed = { ...terms, chainId: deployment.chainId, manager };
  const signer = signerOf(payer, { permitSigner, intentSigner });
  const { permitSignature, intentSignature } = await signSubscriptionTerms(signer, token, agreed);
  return {
    idempotencyKey: idempotencyKey ?? `key-${randomBytes(8).toString("hex")}`,
    merchantId: terms.merchantId,
    token: terms.token,
    amount: terms.amount,
    interval: Number(terms.interval),
    startAt: terms.startAt,
    endAt: terms.endAt,
    permitData: { owner: terms.payer, value: terms.permitValue, deadline: terms.permitDeadline },
    permitSignature: splitSignature(permitSignature),
    intentSignature: splitSignature(intentSignature),
    subscriptionInternalId: internalId ?? plan?.id,
  };
}

/** Signs as a payer, each message with the key that is given for it. */
function signerOf(
  { address }: ChainAccount,
  { permitSigner, intentSigner }: { permitSigner: ChainAccount; intentSigner: ChainAccount },
): TypedDataSigner {
  return {
    address,
    signTypedData: (data) => {
      const { privateKey } = data.primaryType === "Permit" ? permitSigner : intentSigner;
      return privateKeyToAccount(privateKey).signTypedData(data);
    },
  };
}

/** Submits as a request would. */
export async function submitEnrolment(
  ctx: Context<MerchantActor | PlatformActor>,
  input: RelaySubscriptionInput,
): Promise<SubmissionView> {
  return relaySubscription.run(ctx, input, await relaySubscription.prepare(ctx, input));
}

/** Enrols by a payer's signatures without the relay, as anyone can who has them. */
export async function sendEnrolment(
  world: World,
  sender: ChainAccount,
  input: RelaySubscriptionInput,
  { ref, permitNonce }: Pick<SubscriptionTerms, "ref" | "permitNonce">,
): Promise<void> {
  const { owner: payer, value: permitValue, deadline: permitDeadline } = input.permitData;
  const { merchantId, token, amount, startAt, endAt } = input;
  const data = encodeSubscribe({
    terms: {
      registry: addressOf(world.deployment(), "registry"),
      ...{ payer, merchantId, token, amount, interval: BigInt(input.interval), startAt, endAt },
      ...{ permitValue, permitDeadline, permitNonce, ref },
    },
    permitSignature: signatureBytes(input.permitSignature),
    intentSignature: signatureBytes(input.intentSignature),
  });
  await world.send(sender, { to: addressOf(world.deployment(), "subscriptions"), data });
}
