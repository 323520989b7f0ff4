import { approvalCall, refundCall } from "@/lib/adapters/chain/calls/refund-calls";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { type RefundProof, refundingKind } from "@/lib/adapters/chain/reads/charge-proof";
import { transferData } from "@/lib/adapters/chain/reads/transfers";
import { toDecimal } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import type { RefundView } from "./authorizations";
import { authorizationsOf, sendersOf } from "./authorizations";
import { storedChargeProof } from "./find-charge-proof";
import { storedProof } from "./find-payment-proof";
import type { RefundRow } from "./refund-rows";

type Instructions = RefundView["instructions"];

/**
 * What the merchant's wallet is to send. Null where nothing is: the refund is neither pending nor given up by the relay, or
 * a plain transfer was recorded for it, which may have been mined under another hash, so that a second one could pay twice.
 * Of one that the relay has given up, the contract takes the steps or the signature, whichever comes first.
 */
export function instructionsOf(deployment: Deployment, row: RefundRow): Instructions {
  if (!(row.status === "pending" || isGivenUp(row)) || isSent(row)) return null;
  return row.method === "contract"
    ? contractInstructions(deployment, row)
    : transferInstructions(deployment, row);
}

const isSent = ({ method, submittedAt }: RefundRow) =>
  method === "transfer" && submittedAt !== null;

const isGivenUp = ({ status, authorizationState, obstacle }: RefundRow) =>
  status === "submitted" && authorizationState === "queued" && obstacle === "given_up";

const frameOf = (deployment: Deployment, row: RefundRow) => ({
  method: row.method,
  chainId: deployment.chainId,
  senders: sendersOf(row),
  summary: `Send ${moneyOf(row)} back to ${checksumAddress(row.payer)}`,
  expiresAt: row.expiresAt,
});

const moneyOf = ({ amount, currency }: RefundRow) => `${toDecimal(amount)} ${currency}`;

/** A plain transfer of the token to the payer. */
function transferInstructions(deployment: Deployment, row: RefundRow): Instructions {
  const { tokenAddress, payer, amount } = row;
  const frame = frameOf(deployment, row);
  const call = { to: tokenAddress, data: transferData(payer, amount), value: 0n };
  return {
    ...frame,
    ...call,
    eip681: `ethereum:${checksumAddress(tokenAddress)}@${deployment.chainId}/transfer?address=${checksumAddress(payer)}&uint256=${amount}`,
    steps: [{ kind: "transfer", ...call, summary: frame.summary }],
    authorizations: [],
  };
}

/** The approval, which replaces an earlier one, and the contract's call: it takes the refund's ref once. */
function contractInstructions(deployment: Deployment, row: RefundRow): Instructions {
  const proof = proofOf(deployment, row);
  if (!proof || !deployment.contracts[refundingKind(proof)]) return null;
  const { amount, refundRef } = row;
  const frame = frameOf(deployment, row);
  return {
    ...frame,
    to: null,
    data: null,
    value: null,
    eip681: null,
    steps: [
      {
        kind: "approve",
        ...approvalCall(deployment, { proof, amount }),
        value: 0n,
        summary: `Let the refunds contract take ${moneyOf(row)}`,
      },
      {
        kind: "refund",
        ...refundCall(deployment, { proof, amount, refundRef }),
        value: 0n,
        summary: frame.summary,
      },
    ],
    authorizations: authorizationsOf(deployment, row, { proof, summary: frame.summary }),
  };
}

/** What proves to the contract what is refunded; null where it is not all stored. */
export function proofOf(deployment: Deployment, row: RefundRow): RefundProof | null {
  const charge = storedChargeProof(deployment, row);
  return (
    charge ??
    storedProof({
      ...row,
      token: row.tokenAddress,
      amount: row.paidAmount,
      ref: row.paymentRef,
      nonce: row.intentNonce,
    })
  );
}
