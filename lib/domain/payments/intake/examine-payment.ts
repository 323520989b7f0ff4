import { payGasLimit, paySignedGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import {
  encodePay,
  encodePaySigned,
  isSignedByKey,
} from "@/lib/adapters/chain/calls/payment-calls";
import { relayersOf } from "@/lib/adapters/chain/calls/relayer";
import { type Simulation, simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { tryAfterCreation, type WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type LatestBlock, latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { balanceOf, hasCode } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Screening, screenAddress } from "@/lib/adapters/screening/screen-address";
import { zeroAddress } from "@/lib/core/chain/hex";
import { invalidRequest, unavailable } from "@/lib/core/errors";
import { passingResults } from "@/lib/core/kinds";
import type { Context } from "@/lib/domain/platform/context";
import { checkFactory, notCreated } from "@/lib/domain/wallets/creations/refuse-creation";
import { refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { checkWindow } from "./check-window";
import { isPaidDirectly } from "./paid-directly";
import {
  type ExaminedPayment,
  misSigned,
  refuseSettlement,
  refuseSignature,
} from "./refuse-settlement";

/** What the chain and the lists say about a payment that they do not refuse. */
export type Examination =
  | {
      readonly kind: "clear";
      /** The payer's, in the token's smallest unit. */
      readonly balance: bigint;
      readonly payerHasCode: boolean;
      /** How the payer's wallet is to be created before it can pay; null where it can now. */
      readonly creation: WalletCreation | null;
      readonly screening: Screening;
    }
  | {
      /** A node or a list did not answer: the payment waits and is examined again. */
      readonly kind: "unavailable";
      /** Each signature is known to be the payer's. */
      readonly signed: boolean;
      readonly creation: WalletCreation | null;
      readonly screening: Screening;
    };

/** What chain and lists answer; undefined where they did not. */
interface Answers {
  readonly block: LatestBlock | undefined;
  readonly screening: Screening;
  readonly coded: boolean | undefined;
  readonly balance: bigint | undefined;
  /** Of `pay` or `payTerms`; undefined also where the signatures cannot be given to it. */
  readonly paid: Simulation | undefined;
  /** The session's payment is on the chain, and not indexed. */
  readonly paidDirectly: boolean | undefined;
}

/**
 * Asks the chain and the screening lists about a payment, all at once. The settlement is simulated,
 * which makes token and processor verify each signature, and everything else that they will verify
 * when it is mined; the signatures are recovered here only where the chain refused or did not answer.
 * @throws Refusal `session_invalid_state` with `payment_in_flight`: paid by a direct call of the processor
 * @throws Refusal `invalid_request` with `not_yet_valid`, `expired`, `validity_too_long`,
 * `payer_blocked`, `signature_invalid`, `nonce_used`, `insufficient_balance`, `simulation_failed`,
 * `factory_not_allowed`, `wallet_not_created`
 * @throws Refusal `api_error` with `chain_unavailable`: of a wallet without code nothing can be said without the chain
 */
export async function examinePayment(
  ctx: Pick<Context, "config">,
  examined: ExaminedPayment,
): Promise<Examination> {
  const { payment } = examined;
  const answers = await askAll(ctx, examined);
  const { block, screening, coded, balance, paid, paidDirectly } = answers;
  if (screening.result === "blocked") {
    throw invalidRequest("auth.from", "This payer cannot be served.", { reason: "payer_blocked" });
  }
  if (paidDirectly) throw refuseBeingPaid("pending");
  if (block) checkWindow(payment, block.timestamp);
  const creation = neededCreation(examined, answers);
  const simulation = creation
    ? await simulateCreated(ctx, examined, creation)
    : await decisive(ctx, examined, { coded, paid });
  if (simulation?.reverted) await refuseSettlement(examined, simulation.data);
  const isKnown = simulation && block && paidDirectly !== undefined;
  if (isKnown && balance !== undefined && coded !== undefined) {
    if (passingResults.includes(screening.result))
      return { kind: "clear", balance, payerHasCode: coded, creation, screening };
    return { kind: "unavailable", signed: true, creation, screening };
  }
  const signed = await isSigned(examined, coded, simulation);
  return { kind: "unavailable", signed, creation, screening };
}

/**
 * How the payer's wallet must be created first: null where it has code, or where the account pays without any.
 * @throws Refusal `invalid_request` with `factory_not_allowed`; `api_error` with `chain_unavailable`
 */
function neededCreation(
  { deployment, creation }: ExaminedPayment,
  { coded, paid }: Pick<Answers, "coded" | "paid">,
): WalletCreation | null {
  if (!creation || coded || paid?.reverted === false) return null;
  if (coded === undefined) throw refuseUnknown();
  checkFactory(deployment, creation, "authSignature");
  return creation;
}

const refuseUnknown = () =>
  unavailable("chain_unavailable", "The chain does not answer: try again.");

/** What `paySigned` or `payTermsSigned` would come to once the payer's wallet is created. */
async function simulateCreated(
  ctx: Pick<Context, "config">,
  examined: ExaminedPayment,
  creation: WalletCreation,
): Promise<Simulation> {
  const { rpc, payment } = examined;
  const wallet = { wallet: payment.payer, creation };
  const trial = await answered(tryAfterCreation(rpc, wallet, signedCall(ctx, examined)));
  if (trial === undefined) throw refuseUnknown();
  if (trial === "not_created") throw notCreated("authSignature");
  return trial;
}

async function askAll(
  { config }: Pick<Context, "config">,
  { deployment, payment, rpc, indexed, screened }: ExaminedPayment,
): Promise<Answers> {
  const processor = addressOf(deployment, "processor");
  const chain = { ...deployment.chain, rpc };
  const call = { from: senderOf(config), to: processor, gas: payGasLimit };
  const [block, screening, coded, balance, paid, paidDirectly] = await Promise.all([
    answered(latestBlock(deployment.chain, rpc)),
    screened ?? screenAddress({ config, chain, address: payment.payer }),
    answered(hasCode(rpc, payment.payer)),
    answered(balanceOf(rpc, payment.token, payment.payer)),
    isSignedByKey(payment)
      ? answered(
          simulateCall(rpc, {
            ...call,
            data: encodePay(addressOf(deployment, "registry"), payment),
          }),
        )
      : undefined,
    indexed === null ? false : answered(isPaidDirectly(rpc, deployment, payment, indexed)),
  ]);
  return { block, screening, coded, balance, paid, paidDirectly };
}

/**
 * The simulation that tells whether the payment can be settled. An account without code must be able to
 * `pay` or `payTerms`; one with code may need `paySigned` or `payTermsSigned`, and one of which nothing is known proves nothing by failing.
 */
async function decisive(
  ctx: Pick<Context, "config">,
  examined: ExaminedPayment,
  { coded, paid }: Pick<Answers, "coded" | "paid">,
): Promise<Simulation | undefined> {
  if (paid?.reverted === false || coded === false) return paid;
  return coded ? simulateSigned(ctx, examined) : undefined;
}

async function simulateSigned(
  ctx: Pick<Context, "config">,
  examined: ExaminedPayment,
): Promise<Simulation | undefined> {
  return answered(simulateCall(examined.rpc, signedCall(ctx, examined)));
}

/** The call for payers whose own code verifies their signatures. */
function signedCall(
  { config }: Pick<Context, "config">,
  { deployment, payment }: Pick<ExaminedPayment, "deployment" | "payment">,
) {
  return {
    from: senderOf(config),
    to: addressOf(deployment, "processor"),
    data: encodePaySigned(addressOf(deployment, "registry"), payment),
    gas: paySignedGasLimit,
  };
}

/** Without the chain's judgement an account without code must have signed with its own key. */
async function isSigned(
  examined: ExaminedPayment,
  coded: boolean | undefined,
  simulation: Simulation | undefined,
): Promise<boolean> {
  if (simulation) return true;
  const found = await misSigned(examined);
  if (found && coded === false) throw refuseSignature(found);
  return found === null;
}

/** Who settles: nothing that is checked depends on it. */
function senderOf(config: Context["config"]) {
  return relayersOf(config)[0]?.address ?? zeroAddress;
}

/** The chain's answer, or undefined where it gave none. */
async function answered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isChainTrouble(error)) return undefined;
    throw error;
  }
}
