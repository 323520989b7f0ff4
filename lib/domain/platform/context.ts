import type { Db, TransactionSql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { Env } from "@/lib/adapters/env/env";
import type { IdentityProfile } from "@/lib/adapters/identity/identity-provider";
import type { Logger } from "@/lib/adapters/logger/logger";
import type { Refusal } from "@/lib/core/errors";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { Scope } from "@/lib/core/identity/scopes";
import type { Mode } from "@/lib/core/modes";

/** A merchant, through one of its keys. */
export interface KeyActor {
  readonly kind: "key";
  readonly merchantId: string;
  readonly mode: Mode;
  readonly keyId: string;
  readonly keyKind: "secret" | "publishable";
  readonly scopes: readonly Scope[];
}

/** A person of a merchant, signed in to the dashboard. */
export interface SessionActor {
  readonly kind: "session";
  readonly merchantId: string;
  readonly mode: Mode;
  readonly userId: string;
  /** The identity provider's name of the session. */
  readonly sessionId: string;
}

/** A merchant, with an API key or a session. */
export type MerchantActor = KeyActor | SessionActor;

/** A person who runs the platform. */
export interface AdminActor {
  readonly kind: "admin";
  readonly adminId: string;
  readonly role: AdminRole;
  readonly sessionId: string;
  /** Why, where the request says so: the audit log keeps it. */
  readonly reason?: string | null;
}

/** The hosted pages' own key: it names no merchant, the session that it relays for does. */
export interface PlatformActor {
  readonly kind: "platform";
  readonly mode: Mode;
  readonly keyId: string;
}

/** A user of our own identity provider, for actions on the account itself. */
export interface AccountActor {
  readonly kind: "account";
  readonly userId: string;
}

/** Anyone on the public endpoints, known by address alone. */
export interface PublicActor {
  readonly kind: "public";
  readonly ip: string;
}

/** A job. */
export interface SystemActor {
  readonly kind: "system";
}

/** A person at the operator's command line. */
export interface OperatorActor {
  readonly kind: "operator";
  /** The account and the machine. */
  readonly name: string;
  /** The command line, without secrets. */
  readonly command: string;
  /** Why: everything that is changed by hand says so. */
  readonly reason: string | null;
}

export type Actor =
  | MerchantActor
  | AdminActor
  | PlatformActor
  | PublicActor
  | SystemActor
  | OperatorActor;

/** A session that has been confirmed, and what it was made for and by. */
export interface ConfirmedSession {
  readonly id: string;
  readonly invoiceId: string | null;
  readonly createdVia: string;
}

/** What follows a session, in the transaction that changes it. */
type SessionFollower<Session> = (
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  sessions: readonly Session[],
) => Promise<void>;

/**
 * What modules hand to those below them, which may not import them: `lib/domain/operations/modules.ts` puts it
 * together. A module declares what it is handed beside the type of it.
 */
export interface Modules {
  /** What is paid for by a session follows it, in its transaction; each takes those that concern it. */
  readonly onConfirmed: readonly SessionFollower<ConfirmedSession>[];
  /**
   * What is held for a session is let go once it is closed and no authorization for it can be executed any more. A
   * payment that was mined before may still confirm it later.
   */
  readonly onReleased: readonly SessionFollower<{ readonly id: string }>[];
}

/** What a verb works with. `db` is a pool, or the transaction that the call is part of. */
export interface Context<A extends Actor = Actor> {
  readonly db: Db;
  readonly chains: Chains;
  readonly config: Env;
  readonly log: Logger;
  readonly modules: Modules;
  readonly actor: A;
  readonly requestId: string;
  /** The caller's address, for limits; absent in jobs. */
  readonly ip?: string;
  /**
   * Looks at the caller's credential again, for what takes long.
   * @throws Refusal: it has been revoked, or may do less by now
   */
  readonly recheck?: () => Promise<void>;
  /**
   * Requires that the user has authenticated again, where that depends on stored data. Absent without a sign-in.
   * @throws Refusal `permission_denied` with `step_up_required` or `security_hold`
   */
  readonly requireStepUp?: () => void;
  /** The identity provider's current profile of a user; null when it has no such user. Absent in jobs. */
  readonly identityOf?: (user: {
    readonly provider: string;
    readonly subject: string;
  }) => Promise<IdentityProfile | null>;
  /** Aborted when the process is to end: work that goes on by itself stops at its next pause. */
  readonly stopping?: AbortSignal;
}

/** A rule: it checks, writes in one transaction, and returns what the caller may see. */
export type Verb<A extends Actor, Input, Output> = (
  ctx: Context<A>,
  input: Input,
) => Promise<Output>;

/**
 * A verb that must ask the outside world first. `prepare` writes nothing and runs outside any
 * transaction; `run` writes in one short transaction with what `prepare` found.
 */
export interface PreparedVerb<A extends Actor, Input, Prepared, Output> {
  prepare(ctx: Context<A>, input: Input): Promise<Prepared>;
  run(ctx: Context<A>, input: Input, prepared: Prepared): Promise<Output>;
}

/**
 * A verb of which calls that come at the same time are written together. `prepare` checks one call and
 * writes nothing; `runAll` writes for all in one statement or transaction, and gives each its output
 * or, having written nothing for it, its refusal.
 */
export interface GroupedVerb<A extends Actor, Input, Prepared, Output> {
  prepare(ctx: Context<A>, input: Input): Promise<Prepared>;
  runAll(db: Db, calls: readonly Prepared[]): Promise<(Output | Refusal)[]>;
}
