import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Endpoint } from "@/lib/contract/endpoint";
import { batch } from "@/lib/core/async/batch";
import { type Hex, hexOf } from "@/lib/core/chain/hex";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import type { Actor, Context } from "@/lib/domain/platform/context";
import type { ApiRequest, ApiResponse } from "@/lib/server/http/http";
import { type Runtime, runtime } from "@/lib/server/runtime";
import { openAnswer, type StoredAnswer, sealAnswer, storable } from "./stored-answer";

/** A repeatable request: where its answer is kept, and what it must equal to get it again. */
export interface Repeatable {
  scope: Buffer;
  requestHash: Hex;
}

type Store = Pick<Runtime, "db" | "config">;

const sha256 = (text: string) => createHash("sha256").update(text).digest();
/** What is stored of a hash: 128 bits are enough to tell texts apart, and take half the room. */
const halfOf = (hash: Buffer) => hash.subarray(0, 16);
const plain = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);

/** The declared path with its parameters filled in: the same for every spelling of the URL. */
function pathOf({ path }: Endpoint, params: ApiRequest["params"]): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
}

/**
 * Whose a client's key is. The secret keys of a merchant and mode share theirs; a publishable key, which
 * anyone may read, and a person each have their own.
 */
function ownerOf(actor: Actor): string[] {
  switch (actor.kind) {
    case "key":
      return [actor.merchantId, actor.mode, actor.keyKind === "publishable" ? actor.keyId : ""];
    case "session":
      return ["session", actor.userId, actor.merchantId, actor.mode];
    case "admin":
      return ["admin", actor.adminId];
    case "platform":
      return ["platform", actor.keyId];
    default:
      throw new Error(`A request of ${actor.kind} is not repeatable`);
  }
}

/**
 * The request's place in the idempotency table, or null without the header.
 * @throws Refusal `invalid_request`: a key that is empty or longer than 255 characters
 */
export function repeatable(
  declaration: Endpoint,
  request: ApiRequest,
  { actor }: Context,
  input: object,
): Repeatable | null {
  const key = request.header("idempotency-key");
  if (key === null || request.method === "GET" || actor.kind === "public") return null;
  if (key.length < 1 || key.length > 255) {
    throw invalidRequest("Idempotency-Key", "Idempotency-Key must have 1 to 255 characters.", {
      reason: "validation_failed",
    });
  }
  const path = pathOf(declaration, request.params);
  return {
    scope: sha256(JSON.stringify([...ownerOf(actor), request.method, path, key])),
    requestHash: hexOf(
      halfOf(sha256(canonicalize(JSON.parse(JSON.stringify(input, plain))) ?? "")),
    ),
  };
}

async function findStored(
  db: Db,
  requests: readonly Repeatable[],
): Promise<(StoredAnswer | undefined)[]> {
  const wanted = requests.map(({ scope }) => hexOf(halfOf(scope)));
  const rows = await db<(StoredAnswer & { scope: Hex })[]>`
    select scope, request_hash, status, answer from idempotency_keys
    where scope in (select unnest(${wanted}::bytea[]))
      and created_at > clock_now() - interval '72 hours'`;
  const byScope = new Map(rows.map((row) => [row.scope, row]));
  return wanted.map((scope) => byScope.get(scope));
}

/** @throws Refusal `idempotency_error` (`payload_mismatch`) */
function replay(
  { config }: Pick<Store, "config">,
  { scope, requestHash }: Repeatable,
  stored: StoredAnswer,
): ApiResponse {
  if (stored.requestHash !== requestHash) {
    throw new Refusal("idempotency_error", "The Idempotency-Key was used with another payload.", {
      details: { reason: "payload_mismatch" },
    });
  }
  return {
    status: stored.status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "idempotent-replayed": "true",
    },
    body: openAnswer(config, scope, stored),
  };
}

/** Requests that ask at the same time share a statement. */
const findShared = batch<Repeatable, StoredAnswer | undefined>(
  (requests) => findStored(runtime().db, requests),
  { lanes: 2, size: 100 },
);

/**
 * The answer that was stored for an equal request, if there is one.
 * @throws Refusal `idempotency_error` (`payload_mismatch`)
 */
export async function findAnswer(request: Repeatable): Promise<ApiResponse | null> {
  const stored = await findShared(request);
  return stored ? replay(runtime(), request, stored) : null;
}

/** A request that is answered once. */
export interface OnceCall {
  readonly once: Repeatable;
  readonly requestId: string;
}

/** Gives the answer, or throws why there is none: each of a group tells its own. */
export type Outcome = () => ApiResponse;

/**
 * Answers each request of a group once, all in one transaction: their effects and their answers
 * commit together.
 * @param work does what is left to do; its refusals must have written nothing, and are stored as answers
 * @returns outcomes that throw Refusal `idempotency_error`: an equal request is still running
 * (`in_flight`), or another payload came under the key (`payload_mismatch`)
 */
export async function answerEachOnce<Call extends OnceCall>(
  { db, config }: Pick<Context, "db" | "config">,
  calls: readonly Call[],
  work: (tx: TransactionSql, ours: Call[]) => Promise<(ApiResponse | Refusal)[]>,
): Promise<Outcome[]> {
  return transaction(db, async (tx) => {
    const found = await claim(
      tx,
      calls.map(({ once }) => once),
    );
    const ours = calls.filter((_, at) => found[at] === "ours");
    const answers = ours.length > 0 ? await work(tx, ours) : [];
    const settled = new Map<Call, ApiResponse | Refusal>();
    for (const [at, call] of ours.entries()) {
      const answer = answers[at];
      if (answer) settled.set(call, storable(answer, call.requestId));
    }
    await store(tx, { config }, settled);
    return calls.map((call, at) => () => {
      const stored = found[at];
      if (stored === "in_flight") throw inFlight();
      if (stored && stored !== "ours") return replay({ config }, call.once, stored);
      const answer = settled.get(call);
      if (answer instanceof Refusal) throw answer;
      if (!answer) throw new Error("A request of the group was left without an answer");
      return answer;
    });
  });
}

/**
 * Runs `work` once per request: its effects and its answer commit together. A refusal rolls its
 * effects back and is stored as the answer.
 * @throws Refusal `idempotency_error`: `in_flight` or `payload_mismatch`
 */
export async function answerOnce<C extends Context>(
  ctx: C,
  once: Repeatable,
  work: (ctx: C) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const [outcome] = await answerEachOnce(ctx, [{ once, requestId: ctx.requestId }], async (tx) => [
    await transaction<ApiResponse | Refusal>(tx, (savepoint) =>
      work({ ...ctx, db: savepoint }),
    ).catch((error) => {
      if (error instanceof Refusal) return error;
      throw error;
    }),
  ]);
  if (!outcome) throw new Error("One request has one outcome");
  return outcome();
}

const inFlight = () =>
  new Refusal("idempotency_error", "A request with this key is still running.", {
    details: { reason: "in_flight" },
    retryAfterSeconds: 1,
  });

/** State of each request for this transaction: its own to answer, answered before, or in flight elsewhere. */
async function claim(
  tx: TransactionSql,
  requests: Repeatable[],
): Promise<("ours" | "in_flight" | StoredAnswer)[]> {
  const obtained = await tryLocks(tx, requests);
  // A separate statement: it sees everything that committed before the locks were free.
  const stored = await findStored(tx, requests);
  return requests.map((_, at) => (obtained[at] ? (stored[at] ?? "ours") : "in_flight"));
}

/** Postgres gives one session a lock twice: of two equal requests in a group the first has it. */
async function tryLocks(tx: TransactionSql, requests: Repeatable[]): Promise<boolean[]> {
  const locks = requests.map(({ scope }) => scope.readBigInt64BE(0).toString());
  const rows = await tx<{ obtained: boolean }[]>`
    select pg_try_advisory_xact_lock(lock::bigint) as obtained
    from unnest(${locks}::text[]) with ordinality as wanted (lock, place) order by place`;
  return rows.map(({ obtained }, at) => obtained && locks.indexOf(locks[at] ?? "") === at);
}

async function store(
  tx: TransactionSql,
  { config }: Pick<Store, "config">,
  settled: ReadonlyMap<OnceCall, ApiResponse | Refusal>,
): Promise<void> {
  const rows = [...settled].flatMap(([{ once }, answer]) => {
    if (answer instanceof Refusal) return [];
    const stored = sealAnswer(config, once.scope, answer.kept ?? answer.body);
    return [{ ...once, scope: halfOf(once.scope), status: answer.status, answer: stored }];
  });
  if (rows.length === 0) return;
  await tx`
    insert into idempotency_keys ${tx(rows)}
    on conflict (scope) do update set request_hash = excluded.request_hash,
      status = excluded.status, answer = excluded.answer, created_at = clock_now()`;
}
