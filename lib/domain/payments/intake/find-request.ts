import type { AllOrNull } from "@/db/all-or-null";
import type { Db } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import type { SessionStatus } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { openingStatus } from "@/lib/domain/platform/deployments/takes-new";
import { isBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { openAmount } from "./open-amount";
import { indexedTo } from "./paid-directly";
import type { PaymentRequest, RequestOwner } from "./payment-request";

/** The session that a request pays. */
export interface RequestedSession {
  readonly id: string;
  readonly status: SessionStatus;
  /** Its time is up, but it has not been expired yet. */
  readonly due: boolean;
  readonly amount: bigint;
  readonly tokenAddress: Address;
  readonly ref: Bytes32;
  /** A payment of it is on its way. */
  readonly inFlight: boolean;
}

/** Whose submission holds an authorization, and under which key. */
export interface TakenAuthorization {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly key: string;
}

/** What the database knows of a request. */
export interface KnownRequest {
  /** The database's time, in Unix seconds. */
  readonly now: bigint;
  readonly merchantId: string;
  /** For something new: its account's, or that of its registration. */
  readonly merchantStatus: "active" | "suspended" | "closed";
  readonly accountStatus: "active" | "suspended" | "closed";
  readonly deploymentId: string;
  /** The merchant's id in the deployment's registry. */
  readonly chainMerchantId: bigint | null;
  /** The submission that came under the same key. */
  readonly same: { readonly id: string; readonly requestHash: Hex } | null;
  readonly session: RequestedSession | null;
  /** How far the settlements of the deployment have been read. */
  readonly indexed: bigint;
  /** What the payer's open submissions may still take from its balance of the token. */
  readonly committed: bigint;
  /** The submission that holds the same authorization. */
  readonly taken: TakenAuthorization | null;
}

type Row = OwnerRow & AllOrNull<SameRow> & AllOrNull<SessionRow> & AllOrNull<TakenRow>;

interface OwnerRow {
  now: bigint;
  merchantId: string;
  merchantStatus: KnownRequest["merchantStatus"];
  accountStatus: KnownRequest["accountStatus"];
  deploymentId: string;
  chainMerchantId: bigint | null;
  sessionInFlight: boolean;
  indexed: bigint;
  committed: bigint;
}

interface SameRow {
  sameId: string;
  sameHash: Hex;
}

interface SessionRow {
  sessionId: string;
  sessionStatus: SessionStatus;
  sessionDue: boolean;
  sessionAmount: bigint;
  sessionToken: Address;
  sessionRef: Bytes32;
}

interface TakenRow {
  takenMerchantId: string;
  takenMode: Mode;
  takenKey: string;
}

/**
 * Looks a request up in one round trip: its key, its session (by id, or by the ref that it carries),
 * and whether its authorization is already with us.
 * @param current the deployment that it is for
 * @returns undefined when a hosted request names no session of the mode
 */
export async function findRequest(
  { db }: Pick<Context, "db">,
  request: PaymentRequest,
  current: Deployment,
): Promise<KnownRequest | undefined> {
  const { owner, payment, sessionId, idempotencyKey } = request;
  const [row] = await db<Row[]>`
    with owner as (${ownerQuery(db, owner, sessionId)})
    select extract(epoch from clock_now())::bigint as now, o.merchant_id,
      ${openingStatus(db, db`o.merchant_status`)} as merchant_status,
      o.merchant_status as account_status, d.id as deployment_id, r.chain_merchant_id,
      same.id as same_id, same.request_hash as same_hash, s.id as session_id,
      s.status as session_status, s.expires_at <= clock_now() as session_due, s.amount as session_amount,
      s.token_address as session_token, s.ref as session_ref,
      ${isBeingPaid(db)} as session_in_flight,
      ${indexedTo(db)} as indexed,
      (${openAmount(db, { chainId: current.chainId, ...payment, debited: [], counted: "all" })}) as committed,
      taken.merchant_id as taken_merchant_id, taken.mode as taken_mode,
      taken.idempotency_key as taken_key
    from owner o
    left join relay_submissions same on same.merchant_id = o.merchant_id and same.mode = ${owner.mode}
      and submission_key(same.merchant_id, same.mode, same.origin, same.idempotency_key)
        = submission_key(o.merchant_id, ${owner.mode}, ${owner.origin}, ${idempotencyKey})
    left join payment_sessions s on s.merchant_id = o.merchant_id and s.mode = ${owner.mode}
      and ${sessionId === undefined ? db`s.deployment_id = ${current.id} and s.ref = ${payment.ref}` : db`s.id = ${sessionId}`}
    join deployments d on d.id = coalesce(s.deployment_id, ${current.id})
    left join merchant_registrations r
      on r.deployment_id = d.id and r.merchant_id = o.merchant_id
    left join relay_submissions taken on not taken.authorization_released
      and authorization_key(taken.chain_id, taken.token_address, taken.payer, taken.auth_nonce)
        = authorization_key(d.chain_id, ${payment.token}, ${payment.payer}, ${payment.nonce})`;
  return row && knownRequest(row);
}

function ownerQuery(db: Db, owner: RequestOwner, sessionId: string | undefined) {
  if (owner.origin === "api") {
    return db`
      select id as merchant_id, status as merchant_status from merchants
      where id = ${owner.merchantId}`;
  }
  return db`
    select m.id as merchant_id, m.status as merchant_status
    from payment_sessions p join merchants m on m.id = p.merchant_id
    where p.id = ${sessionId ?? ""} and p.mode = ${owner.mode}`;
}

function knownRequest(row: Row): KnownRequest {
  const { now, merchantId, merchantStatus, accountStatus, deploymentId, chainMerchantId } = row;
  return {
    now,
    merchantId,
    merchantStatus,
    accountStatus,
    deploymentId,
    chainMerchantId,
    indexed: row.indexed,
    committed: row.committed,
    same: row.sameId === null ? null : { id: row.sameId, requestHash: row.sameHash },
    session: sessionOf(row),
    taken:
      row.takenMerchantId === null
        ? null
        : { merchantId: row.takenMerchantId, mode: row.takenMode, key: row.takenKey },
  };
}

function sessionOf(row: Row): RequestedSession | null {
  if (row.sessionId === null) return null;
  return {
    id: row.sessionId,
    status: row.sessionStatus,
    due: row.sessionDue,
    amount: row.sessionAmount,
    tokenAddress: row.sessionToken,
    ref: row.sessionRef,
    inFlight: row.sessionInFlight,
  };
}
