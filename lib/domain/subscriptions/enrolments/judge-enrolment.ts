import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { readSubscriptionState } from "@/lib/adapters/chain/calls/subscription-calls";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { enrolmentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { type Bytes32, zeroAddress } from "@/lib/core/chain/hex";
import type { Finality } from "@/lib/domain/wallets/finality";
import { type EnrolmentRow, enrolmentOf } from "./enrolment-rows";
import { enrolmentCall } from "./simulate-enrolment";

/** An enrolment that the chain does not have yet. */
export type DoubtfulEnrolment = EnrolmentRow & {
  /** The slot that it was signed into is used up for good. */
  isSlotUsed: boolean;
  /** An enrolment of a final block names the permit's nonce too: the contract is asked whether it took the permit. */
  isReplaced: boolean;
};

/** What the chain's final block says of an enrolment. Nothing follows from `unknown`. */
export type EnrolmentVerdict =
  | "enrolled"
  | "alive"
  | "unknown"
  | "authorization_expired"
  | "authorization_consumed";

export const finalSeconds = ({ at }: Finality) => BigInt(Math.floor(at.getTime() / 1_000));

/** The state that answers: the final block's, or a newer one's of a node that has forgotten that. */
interface Read {
  readonly block: bigint | { readonly blockHash: Bytes32 };
  readonly isFinal: boolean;
  readonly isEnrolled: boolean;
}

/**
 * Judges an enrolment by the final block. A node that has forgotten its state is asked for the newest block's, by its
 * hash (EIP-1898). From a newer state follows only what cannot change back: what is not enrolled there is not enrolled
 * at the final block, and an intent whose permit another one took, in a final block, stays refused.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function judgeEnrolment(
  deployment: Deployment,
  row: DoubtfulEnrolment,
  finality: Finality,
): Promise<EnrolmentVerdict> {
  try {
    const read = await readState(deployment, row, finality);
    if (!read) return "unknown";
    if (read.isEnrolled) return "enrolled";
    if (finalSeconds(finality) > row.permitDeadline) return "authorization_expired";
    if (row.isReplaced && (await isTaken(deployment, row, read))) return "authorization_consumed";
    const { rpc } = deployment.chain;
    const nonce = await permitNonceOf(rpc, row.tokenAddress, row.payer, read.block);
    if (nonce >= row.permitNonce + 2n) return read.isFinal ? "authorization_consumed" : "unknown";
    return row.isSlotUsed ? "alive" : "unknown";
  } catch (error) {
    if (error instanceof RpcError) return "unknown";
    throw error;
  }
}

/** @returns null where the node has no state that is not below the final block */
async function readState(
  deployment: Deployment,
  { paymentId }: DoubtfulEnrolment,
  finality: Finality,
): Promise<Read | null> {
  const { chain } = deployment;
  const at = async (block: Read["block"], isFinal: boolean): Promise<Read> => {
    const state = await readSubscriptionState(chain.rpc, deployment, paymentId, block);
    return { block, isFinal, isEnrolled: state.payer !== zeroAddress };
  };
  try {
    return await at(finality.number, true);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { number, hash } = await readLatestBlock(chain);
    return number >= finality.number ? await at({ blockHash: hash }, false) : null;
  }
}

/**
 * Whether the contract refuses the intent because another one was enrolled by its permit (`AlreadyEnrolled`). An
 * enrolment that its payer sent names any nonce, and takes no permit.
 */
async function isTaken(
  deployment: Deployment,
  row: DoubtfulEnrolment,
  { block }: Read,
): Promise<boolean> {
  const { to, data, gas } = enrolmentCall(
    deployment,
    enrolmentOf(deployment, row),
    row.payerHasCode,
  );
  const call = { from: zeroAddress, to, data, gas, block };
  const simulation = await simulateCall(deployment.chain.rpc, call);
  return simulation.reverted && enrolmentFailure(simulation.data) === "already_enrolled";
}
