import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import { seal, unseal } from "@/lib/adapters/sealing/seal";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/context";
import { refusalAnswer } from "./answers";
import type { ApiRequest, ApiResponse } from "./http";

/** A repeatable request: where its answer is kept, and what it must equal to get it again. */
export interface Repeatable {
  scope: Buffer;
  requestHash: Buffer;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const plain = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
/** Refusals that say nothing of the request's effect, so that a repeat is tried anew. */
const neverStored = new Set([
  "invalid_request",
  "rate_limited",
  "api_error",
  "authentication_error",
]);

/**
 * The request's place in the idempotency table, or null without the header.
 * @throws Refusal `invalid_request`: a key that is empty or longer than 255 characters
 */
export function repeatable(
  request: ApiRequest,
  { actor }: Context,
  input: object,
): Repeatable | null {
  const key = request.header("idempotency-key");
  if (key === null || request.method === "GET" || actor.kind === "public") return null;
  if (key.length < 1 || key.length > 255) {
    throw invalidRequest("Idempotency-Key", "Must have 1 to 255 characters.");
  }
  const owner =
    actor.kind === "merchant"
      ? [actor.merchantId, actor.mode, actor.keyKind === "publishable" ? actor.keyId : ""]
      : [actor.kind];
  return {
    scope: sha256(JSON.stringify([...owner, request.method, request.path, key])),
    requestHash: sha256(canonicalize(JSON.parse(JSON.stringify(input, plain))) ?? ""),
  };
}

/** The answer that was stored for an equal request, if there is one. */
export async function findAnswer(
  { db, config }: Pick<Context, "db" | "config">,
  { scope, requestHash }: Repeatable,
): Promise<ApiResponse | null> {
  const [row] = await db<{ requestHash: Buffer; status: number; answer: string }[]>`
    select request_hash, status, answer from idempotency_keys
    where scope = ${scope} and created_at > now() - interval '72 hours'`;
  if (!row) return null;
  if (!row.requestHash.equals(requestHash)) {
    throw new Refusal("idempotency_error", "The Idempotency-Key was used with another payload.", {
      details: { reason: "payload_mismatch" },
    });
  }
  return {
    status: row.status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "idempotent-replayed": "true",
    },
    body: unseal(config, "idempotency", scope.toString("hex"), row.answer),
  };
}

/**
 * Runs `work` once per request: its effects and its answer commit together. A refusal rolls its
 * effects back and is stored as the answer.
 * @throws Refusal `idempotency_error`: an equal request is still running (`in_flight`), or another
 * payload came under this key
 */
export async function answerOnce<C extends Context>(
  ctx: C,
  request: Repeatable,
  work: (ctx: C) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  return transaction(ctx.db, async (tx) => {
    if (!(await tryLock(tx, request))) {
      throw new Refusal("idempotency_error", "A request with this key is still running.", {
        details: { reason: "in_flight" },
        retryAfterSeconds: 1,
      });
    }
    const stored = await findAnswer({ db: tx, config: ctx.config }, request);
    if (stored) return stored;
    const answer = await transaction(tx, (savepoint) => work({ ...ctx, db: savepoint })).catch(
      (error) => {
        if (!(error instanceof Refusal) || neverStored.has(error.code)) throw error;
        return refusalAnswer(error, ctx.requestId);
      },
    );
    await store(tx, ctx, request, answer);
    return answer;
  });
}

async function tryLock(tx: Db, { scope }: Repeatable): Promise<boolean> {
  const lock = scope.readBigInt64BE(0);
  const [row] = await tx<{ obtained: boolean }[]>`
    select pg_try_advisory_xact_lock(${lock}) as obtained`;
  return row?.obtained === true;
}

/** The answer may show a secret once, so it is sealed. */
async function store(
  tx: TransactionSql,
  { config }: Context,
  { scope, requestHash }: Repeatable,
  { status, body }: ApiResponse,
): Promise<void> {
  const answer = seal(config, "idempotency", scope.toString("hex"), body);
  await tx`
    insert into idempotency_keys ${tx({ scope, requestHash, status, answer })}
    on conflict (scope) do update set request_hash = excluded.request_hash,
      status = excluded.status, answer = excluded.answer, created_at = now()`;
}
