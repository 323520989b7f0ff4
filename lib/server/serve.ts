import type { Auth, Endpoint, InputOf, OutputOf } from "@/lib/contract/endpoint";
import { apiVersion, apiVersions } from "@/lib/core/api-version";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type {
  Actor,
  Context,
  GroupedVerb,
  MerchantActor,
  PlatformActor,
  PreparedVerb,
  PublicActor,
  Verb,
} from "@/lib/domain/context";
import { commonHeaders, failure, refusalAnswer } from "./answers";
import { authenticate, type Credential } from "./authenticate";
import { authorize } from "./authorize";
import type { ApiHandler, ApiRequest, ApiResponse, RouteHandler } from "./http";
import { repeatable } from "./idempotency";
import { limitRefused, limitRequest } from "./limit";
import { parseInput } from "./parse";
import { requireDeployed } from "./require-deployed";
import { type AnyVerb, type VerbRunner, verbRunner } from "./run-verb";
import { type Runtime, runtime } from "./runtime";
import { unlessDatabaseHangs } from "./unless-database-hangs";
import { webHandler } from "./web-handler";

/** The actor that an endpoint's verb is called by. */
type ActorOf<A extends Auth> = A extends "merchant"
  ? MerchantActor
  : A extends "relay"
    ? MerchantActor | PlatformActor
    : PublicActor;

/**
 * Binds an endpoint's declaration to its verb: authenticate, authorize, limit, parse, run once per
 * `Idempotency-Key`, encode. Whatever goes wrong is answered in the error envelope.
 */
export function serve<D extends Endpoint, Prepared>(
  declaration: D,
  verb:
    | Verb<ActorOf<D["auth"]>, InputOf<D>, OutputOf<D>>
    | PreparedVerb<ActorOf<D["auth"]>, InputOf<D>, Prepared, OutputOf<D>>
    | GroupedVerb<ActorOf<D["auth"]>, InputOf<D>, Prepared, OutputOf<D>>,
): RouteHandler {
  // The verb's types were checked against the declaration's above; from here on both are data.
  return webHandler(apiHandler(declaration, verbRunner(declaration, verb as unknown as AnyVerb)));
}

/** Answers an endpoint with what `run` makes of a request that was let in. */
export function apiHandler(declaration: Endpoint, run: VerbRunner): ApiHandler {
  return async (request) => {
    const requestId = newId("request");
    const headers: Record<string, string> = commonHeaders(requestId);
    try {
      const answering = answerRequest(declaration, run, request, requestId, headers);
      const answer = await unlessDatabaseHangs(runtime().db, answering);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    } catch (error) {
      const answer = failureAnswer(error, request, requestId);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    }
  };
}

async function answerRequest(
  declaration: Endpoint,
  run: VerbRunner,
  request: ApiRequest,
  requestId: string,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const current = runtime();
  const { actor, credential } = await admit(current, declaration, request, headers);
  await limitRequest(current, request, credential, headers);
  headers["stipend-version"] = chooseVersion(request, credential);
  const input = await parseInput(declaration, request);
  const ctx = await contextOf(current, actor, request, requestId, async () => {
    await admit(current, declaration, request, {});
  });
  requireDeployed(declaration, ctx);
  return run(ctx, input, repeatable(declaration, request, ctx, input));
}

/** Who calls; whoever may not is counted by its address. */
async function admit(
  current: Runtime,
  declaration: Endpoint,
  request: ApiRequest,
  headers: Record<string, string>,
): Promise<{ actor: Actor; credential: Credential | null }> {
  if (declaration.auth === "none") {
    return { actor: { kind: "public", ip: request.address }, credential: null };
  }
  const { db, config } = current;
  try {
    const credential = await authenticate(db, config, request.header("authorization"));
    return { actor: authorize(declaration, credential), credential };
  } catch (error) {
    if (error instanceof Refusal) await limitRefused(current, request, headers);
    throw error;
  }
}

async function contextOf(
  { db, config, log, chains, stopping }: Runtime,
  actor: Actor,
  request: ApiRequest,
  requestId: string,
  recheck: () => Promise<void>,
): Promise<Context> {
  const ip = request.address;
  const signal = stopping.signal;
  const common = { db, config, log, chains: await chains(), requestId };
  return { ...common, actor, ip, recheck, stopping: signal };
}

function chooseVersion(request: ApiRequest, credential: Credential | null): string {
  const asked = request.header("stipend-version");
  if (asked === null) return credential?.apiVersion ?? apiVersion;
  if (apiVersions.some((version) => version === asked)) return asked;
  throw invalidRequest("Stipend-Version", `Unknown Stipend-Version; the newest is ${apiVersion}.`, {
    reason: "unknown_version",
  });
}

function failureAnswer(error: unknown, request: ApiRequest, requestId: string): ApiResponse {
  if (error instanceof Refusal) return refusalAnswer(error, requestId);
  runtime().log.error(
    { err: error, requestId, method: request.method, path: request.path },
    "a request failed",
  );
  return failure(requestId, error);
}
