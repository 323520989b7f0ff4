import type { Db } from "@/db/client";
import { paySignedGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { encodePaySigned } from "@/lib/adapters/chain/calls/payment-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { paymentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import { creationCandidate } from "@/lib/domain/wallets/creations/creation-candidate";
import type { CreationRow } from "@/lib/domain/wallets/creations/creation-rows";
import type { Item } from "@/lib/domain/wallets/queue/plan-calls";
import { postponeSubmissions } from "@/lib/domain/wallets/queue/postpone-submissions";
import type { Candidate } from "@/lib/domain/wallets/relay-task";

/** A payment whose payer's wallet is to be created first. */
export interface Uncreated {
  readonly item: Item;
  readonly row: CreationRow;
}

/** The creation of a payer's wallet, for a payment that is in order in all else. */
export function payerCreation(
  db: Db,
  deployment: Deployment,
  { id, payment }: Item,
  row: CreationRow,
): Candidate {
  const call = {
    to: addressOf(deployment, "processor"),
    data: encodePaySigned(addressOf(deployment, "registry"), payment),
    gas: paySignedGasLimit,
  };
  return creationCandidate(db, deployment, {
    row,
    call,
    refused: async (data) => {
      const failure = data === null ? "signature_invalid" : paymentFailure(data);
      await postponeSubmissions(db, [{ id, failure }]);
    },
  });
}
