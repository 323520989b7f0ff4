import { committedOf, type SignedEnrolment } from "@/lib/adapters/chain/calls/subscription-calls";
import { capOf } from "@/lib/adapters/chain/calls/subscription-terms";
import type { WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { balanceOf, hasCode, permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Screening, screenAddress } from "@/lib/adapters/screening/screen-address";
import { type Bytes32, zeroBytes32 } from "@/lib/core/chain/hex";
import { invalidRequest, unavailable } from "@/lib/core/errors";
import { passingResults } from "@/lib/core/kinds";
import { startLeewaySeconds } from "@/lib/core/subscriptions/subscription-horizon";
import type { Context } from "@/lib/domain/platform/context";
import { checkFactory } from "@/lib/domain/wallets/creations/refuse-creation";
import { checkStart, checkWindow } from "./check-times";
import type { EnrolmentQuery } from "./find-permit-nonce";
import { findPermitNonce, guessPermitNonce, termsOf } from "./find-permit-nonce";
import { simulateEnrolment } from "./simulate-enrolment";

/** What falls due so soon may be charged with the enrolment: the block that has it comes later. */
const SOON_SECONDS = startLeewaySeconds;

/** What the chain and the lists say about an enrolment that they do not refuse. */
export interface ExaminedEnrolment {
  readonly enrolment: SignedEnrolment;
  readonly screening: Screening;
  /** How the payer's wallet is to be created first; null where it need not be. */
  readonly creation: WalletCreation | null;
  /** Null where a node or a list did not answer: it waits and is examined again. */
  readonly clear: {
    /** The payer's, in the token's smallest unit. */
    readonly balance: bigint;
    /** Or will have, once it is created. */
    readonly payerHasCode: boolean;
    /** What is charged with the enrolment; 0 where nothing is due yet. */
    readonly firstCharge: bigint;
  } | null;
}

/**
 * Asks the chain and the screening lists about an enrolment, all at once, finds the permit's nonce that was signed,
 * and simulates the call, which makes token and contract verify everything that they will verify when it is mined.
 * @throws Refusal `invalid_request` with `payer_blocked`, `signature_invalid`, `permit_nonce_stale`, `expired`,
 * `validity_too_long`, `start_too_early`, `start_too_late`, `cap_ambiguous`, `permit_too_low`,
 * `insufficient_balance`, `simulation_failed`, `factory_not_allowed`, `wallet_not_created`
 * @throws Refusal `session_invalid_state` with `already_subscribed`; `api_error` with `chain_unavailable` where nothing can be said
 * without the chain
 */
export async function examineEnrolment(
  ctx: Pick<Context, "config">,
  asked: EnrolmentQuery,
): Promise<ExaminedEnrolment> {
  const { deployment, rpc, request } = asked;
  const { terms } = request;
  const ref = asked.known.plan?.ref ?? zeroBytes32;
  const chain = { ...deployment.chain, rpc };
  const [screening, answers] = await Promise.all([
    asked.screened ?? screenAddress({ config: ctx.config, chain, address: terms.payer }),
    askChain(asked),
  ]);
  if (screening.result === "blocked") {
    throw invalidRequest("permitData.owner", "This payer cannot be served.", {
      reason: "payer_blocked",
    });
  }
  if (answers === null) {
    return { enrolment: await guessed(asked, ref), screening, creation: null, clear: null };
  }
  const { block, payerHasCode, balance, nonce, committed } = answers;
  const creation = payerHasCode ? null : request.creation;
  if (creation) checkFactory(deployment, creation, "permitSignature");
  checkWindow(terms, block.timestamp);
  checkStart(terms, asked.known, block.timestamp);
  const found = await findPermitNonce(asked, ref, {
    current: nonce,
    payerHasCode: payerHasCode || creation !== null,
  });
  const startAt = terms.startAt > block.timestamp ? terms.startAt : block.timestamp;
  checkCap(asked, committed, startAt);
  const firstCharge = terms.startAt <= block.timestamp + SOON_SECONDS ? terms.amount : 0n;
  if (balance < firstCharge) {
    throw invalidRequest("amount", "The payer does not hold the first charge.", {
      reason: "insufficient_balance",
    });
  }
  const enrolment = signed(asked, ref, found);
  const by = { payerHasCode, creation };
  const simulated = await simulateEnrolment(ctx.config, deployment, rpc, enrolment, by);
  if (creation && !simulated) throw refuseUnknown();
  const clear = { balance, payerHasCode: payerHasCode || creation !== null, firstCharge };
  const isClear = simulated && passingResults.includes(screening.result);
  return { enrolment, screening, creation, clear: isClear ? clear : null };
}

const refuseUnknown = () =>
  unavailable("chain_unavailable", "The chain does not answer: try again.");

/** @returns null where a node did not answer */
async function askChain({ deployment, rpc, request }: EnrolmentQuery) {
  const { payer, token } = request.terms;
  try {
    const [block, payerHasCode, balance, nonce, committed] = await Promise.all([
      latestBlock(deployment.chain, rpc),
      hasCode(rpc, payer),
      balanceOf(rpc, token, payer),
      permitNonceOf(rpc, token, payer),
      committedOf(rpc, deployment, { payer, token }),
    ]);
    return { block, payerHasCode, balance, nonce, committed };
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}

function signed(asked: EnrolmentQuery, ref: Bytes32, permitNonce: bigint): SignedEnrolment {
  const { permitSignature, intentSignature } = asked.request;
  return { terms: termsOf(asked, ref, permitNonce), permitSignature, intentSignature };
}

/** Without the chain the nonce is the one whose intent the payer's key has signed. */
async function guessed(asked: EnrolmentQuery, ref: Bytes32): Promise<SignedEnrolment> {
  const nonce = await guessPermitNonce(asked, ref);
  if (nonce !== null) return signed(asked, ref, nonce);
  throw refuseUnknown();
}

/**
 * The permit replaces the payer's allowance, which all of the payer's subscriptions share: it must hold what they may
 * still charge beside all periods of this one. Without an end, the shares cannot be told apart: nor from that of the
 * subscription that it follows, which the contract would count twice.
 */
function checkCap({ request }: EnrolmentQuery, committed: bigint, startAt: bigint): void {
  const { terms } = request;
  if (terms.endAt === 0n && committed > 0n) {
    throw invalidRequest("endAt", "The payer has other subscriptions in the token: set an end.", {
      reason: "cap_ambiguous",
    });
  }
  const own =
    terms.endAt === 0n ? terms.amount : capOf({ ...terms, permitValue: UNBOUNDED }, startAt);
  const needed = committed + own;
  if (terms.permitValue >= needed) return;
  throw invalidRequest("permitData.value", `The permit must hold ${needed}.`, {
    reason: "permit_too_low",
    needed: needed.toString(),
  });
}

const UNBOUNDED = 2n ** 256n - 1n;
