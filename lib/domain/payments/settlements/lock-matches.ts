import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { stateList } from "@/db/state-list";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { type SessionStatus, standingTransactionStatuses } from "@/lib/core/states";
import { feeInForce } from "@/lib/domain/merchants/registrations/fee-in-force";
import { findRelayed } from "./find-relayed";
import { settlementName } from "./settlement";

/** What names a settlement's merchant and session. */
export interface MatchKey {
  paymentId: Bytes32;
  deploymentId: string;
  chainMerchantId: bigint;
  ref: Bytes32;
  blockTimestamp: Date;
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
  /** Asked only of payments after the deadline. */
  relayed: boolean;
  /** No transaction that pays it is mined. */
  lost: boolean;
}

/** The merchant that a settlement credited, and its session when the settlement names one. */
export interface Match {
  merchantId: string;
  /** At the time of the settlement's block. */
  registeredFeeBps: number;
  session: MatchedSession | null;
}

interface MatchName {
  deploymentId: string;
  paymentId: Bytes32;
  merchantId: string;
  registeredFeeBps: number;
  sessionId: string | null;
}

/**
 * Finds merchants and sessions of settlements, and locks the sessions' rows in the order of their ids. A
 * session matches on emitting contract, merchant and ref together: a ref alone is public, and someone else
 * could be paid with it.
 * @returns by the settlement's name; absent when the registry's id is not one of ours
 */
export async function lockMatches(
  tx: TransactionSql,
  keys: readonly MatchKey[],
): Promise<Map<string, Match>> {
  const named = await findNamed(tx, keys);
  const sessionIds = new Map(named.map((row) => [settlementName(row), row.sessionId]));
  const ids = [...new Set(named.flatMap(({ sessionId }) => sessionId ?? []))];
  const [sessions, seen] = await pipelined([() => lockSessions(tx, ids), () => findSeen(tx, ids)]);
  const sessionOf = (name: string) => sessions.get(sessionIds.get(name) ?? "");
  const relayed = await findRelayed(
    tx,
    keys.flatMap((key) => {
      const session = sessionOf(settlementName(key));
      return session && key.blockTimestamp > session.expiresAt ? session.id : [];
    }),
  );
  return new Map(
    named.map(({ deploymentId, paymentId, merchantId, registeredFeeBps }): [string, Match] => {
      const name = settlementName({ deploymentId, paymentId });
      const session = sessionOf(name);
      if (!session) return [name, { merchantId, registeredFeeBps, session: null }];
      const standing = seen.get(session.id) ?? [];
      const matched = {
        ...session,
        seenOther: standing.some((other) => other !== paymentId),
        relayed: relayed.has(`${session.id} ${paymentId}`),
        lost: standing.length === 0,
      };
      return [name, { merchantId, registeredFeeBps, session: matched }];
    }),
  );
}

/** Each key is looked up by itself, regardless of the planner's estimate of the tables' sizes. */
async function findNamed(tx: TransactionSql, keys: readonly MatchKey[]): Promise<MatchName[]> {
  const rows = keys.map(({ paymentId, deploymentId, chainMerchantId, ref, blockTimestamp }) => ({
    paymentId,
    deploymentId,
    chainMerchantId,
    ref,
    blockTimestamp,
  }));
  return tx<MatchName[]>`
    select e."deploymentId" as deployment_id, e."paymentId" as payment_id, r.merchant_id,
      ${feeInForce(tx, "r", tx`e."blockTimestamp"`)} as registered_fee_bps,
      s.id as session_id
    from json_to_recordset(${asRows(rows)}::text::json) as e("paymentId" text,
      "deploymentId" text, "chainMerchantId" numeric, ref text,
      "blockTimestamp" timestamptz)
    join merchant_registrations r
      on r.deployment_id = e."deploymentId" and r.chain_merchant_id = e."chainMerchantId"
    left join lateral (
      select id, merchant_id from payment_sessions
      where deployment_id = e."deploymentId" and ref = hex_bytes(e.ref) limit 1
    ) s on s.merchant_id = r.merchant_id`;
}

type LockedSession = Omit<MatchedSession, "seenOther" | "relayed" | "lost">;

async function lockSessions(
  tx: TransactionSql,
  ids: string[],
): Promise<Map<string, LockedSession>> {
  const rows = await tx<LockedSession[]>`
    select id, amount, token_address, status, expires_at, invoice_id from payment_sessions
    where id = any (${ids}) order by id for no key update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The mined payments that match, by session. A transaction that changes one holds the session's lock. */
async function findSeen(tx: TransactionSql, ids: string[]): Promise<Map<string, Bytes32[]>> {
  const rows = await tx<{ sessionId: string; paymentIds: Bytes32[] }[]>`
    select s.id as session_id, t.payment_ids from unnest(${ids}::text[]) as s(id)
    cross join lateral (
      select array_agg(payment_id) as payment_ids from transactions
      where session_id = s.id and payment_exception = 'none'
        and status in (${stateList(tx, standingTransactionStatuses)})
    ) t
    where t.payment_ids is not null`;
  return new Map(rows.map(({ sessionId, paymentIds }) => [sessionId, paymentIds]));
}
