import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Mode } from "@/lib/core/modes";
import { openCallStates } from "@/lib/core/states";

/** A registry that has a merchant. */
export interface RegistryPlace {
  readonly deploymentId: string;
  readonly chainId: number;
  readonly mode: Mode;
}

/**
 * The registries that have a merchant, or are about to, and those for which a call about the merchant is open: such a call
 * was worded with the state of before, and may be made once a later registration is.
 */
export function findRegistries(tx: TransactionSql, merchantId: string): Promise<RegistryPlace[]> {
  return tx<RegistryPlace[]>`
    select r.deployment_id, d.chain_id, r.mode from merchant_registrations r
    join deployments d on d.id = r.deployment_id
    where r.merchant_id = ${merchantId} and r.status in ('active', 'suspended')
    union
    select deployment_id, chain_id, mode from operator_calls
    where merchant_id = ${merchantId}
      and kind in ('register', 'set_fee', 'suspend', 'reactivate', 'close')
      and state in (${stateList(tx, openCallStates)})`;
}
