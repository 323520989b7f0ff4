import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Address, Bytes32 } from "@/lib/core/hex";
import type { SessionStatus } from "@/lib/core/states";
import { relayedForSession } from "./relayed-for-session";

/** What names a settlement's merchant and session. */
export interface MatchKey {
  paymentId: Bytes32;
  deploymentId: string;
  chainMerchantId: bigint;
  ref: Bytes32;
}

/** The session that a settlement's contract, merchant and ref name. */
export interface MatchedSession {
  id: string;
  amount: bigint;
  tokenAddress: Address;
  status: SessionStatus;
  expiresAt: Date;
  invoiceId: string | null;
  /** Another transaction that matches the session is mined. */
  seenOther: boolean;
  relayed: boolean;
}

/** The merchant that a settlement credited, and its session when the settlement names one. */
export interface Match {
  merchantId: string;
  registeredFeeBps: number;
  session: MatchedSession | null;
}

type Row = Omit<MatchedSession, "id"> & {
  paymentId: Bytes32;
  merchantId: string;
  registeredFeeBps: number;
  sessionId: string | null;
};

/**
 * Finds merchants and sessions of settlements, after locking the sessions' rows in the order of their
 * ids. A session matches on emitting contract, merchant and ref together: a ref alone is public, and
 * someone else could be paid with it.
 * @returns by payment id; absent when the registry's id is not one of ours
 */
export async function lockMatches(
  tx: TransactionSql,
  keys: readonly MatchKey[],
): Promise<Map<Bytes32, Match>> {
  const given = tx`
    json_to_recordset(${asRows(keys.map(keyOf))}::text::json) as e("paymentId" text,
      "deploymentId" text, "chainMerchantId" numeric, ref text)`;
  await tx`
    select s.id from payment_sessions s
    join ${given} on s.deployment_id = e."deploymentId" and s.ref = e.ref
    order by s.id for update of s`;
  const rows = await tx<Row[]>`
    select e."paymentId" as payment_id, r.merchant_id, r.fee_bps as registered_fee_bps,
      s.id as session_id, s.amount, s.token_address, s.status, s.expires_at, s.invoice_id,
      exists (
        select from transactions t
        where t.session_id = s.id and t.payment_exception = 'none'
          and t.status in ('pending', 'confirmed') and t.payment_id <> e."paymentId"
      ) as seen_other,
      exists (
        ${relayedForSession(tx)}
          and b.deployment_id = e."deploymentId" and b.payment_id = e."paymentId"
      ) as relayed
    from ${given}
    join merchant_registrations r
      on r.deployment_id = e."deploymentId" and r.chain_merchant_id = e."chainMerchantId"
    left join payment_sessions s
      on s.deployment_id = e."deploymentId" and s.ref = e.ref and s.merchant_id = r.merchant_id`;
  return new Map(rows.map((row) => [row.paymentId, matchOf(row)]));
}

const keyOf = ({ paymentId, deploymentId, chainMerchantId, ref }: MatchKey): MatchKey => ({
  paymentId,
  deploymentId,
  chainMerchantId,
  ref,
});

function matchOf({ paymentId, merchantId, registeredFeeBps, sessionId, ...rest }: Row): Match {
  return {
    merchantId,
    registeredFeeBps,
    session: sessionId === null ? null : { id: sessionId, ...rest },
  };
}
