import { z } from "zod";
import type { Auth, Endpoint, InputOf, OutputOf } from "@/lib/contract/endpoint";
import { apiVersion, apiVersions } from "@/lib/core/api-version";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Json } from "@/lib/core/json";
import type {
  Actor,
  Context,
  MerchantActor,
  PlatformActor,
  PreparedVerb,
  PublicActor,
  Verb,
} from "@/lib/domain/context";
import { commonHeaders, errorBody, refusalAnswer } from "./answers";
import { authenticate, type Credential } from "./authenticate";
import { authorize } from "./authorize";
import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  json,
  type RouteHandler,
} from "./http";
import { answerOnce, findAnswer, type Repeatable, repeatable } from "./idempotency";
import { limitRequest } from "./limit";
import { BodyTooLarge, parseInput } from "./parse";
import { type Runtime, runtime } from "./runtime";
import { webHandler } from "./web-handler";

/** The actor that an endpoint's verb is called by. */
type ActorOf<A extends Auth> = A extends "merchant"
  ? MerchantActor
  : A extends "relay"
    ? MerchantActor | PlatformActor
    : PublicActor;

/** A verb in either form; what `prepare` found stays its own business. */
type AnyVerb = Verb<Actor, object, unknown> | PreparedVerb<Actor, object, unknown, unknown>;

/**
 * Binds an endpoint's declaration to its verb: authenticate, authorize, limit, parse, run once per
 * `Idempotency-Key`, encode. Whatever goes wrong is answered in the error envelope.
 */
export function serve<D extends Endpoint, Prepared>(
  declaration: D,
  verb:
    | Verb<ActorOf<D["auth"]>, InputOf<D>, OutputOf<D>>
    | PreparedVerb<ActorOf<D["auth"]>, InputOf<D>, Prepared, OutputOf<D>>,
): RouteHandler {
  // The verb's types were checked against the declaration's above; from here on both are data.
  return webHandler(apiHandler(declaration, verb as unknown as AnyVerb));
}

function apiHandler(declaration: Endpoint, verb: AnyVerb): ApiHandler {
  return async (request) => {
    const requestId = newId("request");
    const headers: Record<string, string> = commonHeaders(requestId);
    try {
      const answer = await answerRequest(declaration, verb, request, requestId, headers);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    } catch (error) {
      const answer = failureAnswer(error, request, requestId);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    }
  };
}

async function answerRequest(
  declaration: Endpoint,
  verb: AnyVerb,
  request: ApiRequest,
  requestId: string,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const current = runtime();
  const { db, config } = current;
  const credential =
    declaration.auth === "none"
      ? null
      : await authenticate(db, config, request.header("authorization"));
  const actor: Actor = credential
    ? authorize(declaration, credential)
    : { kind: "public", ip: request.address };
  headers["stipend-version"] = chooseVersion(request, credential);
  Object.assign(headers, await limitRequest(db, config, request, credential));
  const input = await parseInput(declaration, request);
  const ctx = await contextOf(current, actor, request, requestId);
  const once = repeatable(request, ctx, input);
  return once
    ? answerRepeatable(declaration, verb, ctx, input, once)
    : runVerb(declaration, verb, ctx, input);
}

async function contextOf(
  { db, config, log, chains }: Runtime,
  actor: Actor,
  request: ApiRequest,
  requestId: string,
): Promise<Context> {
  return { db, config, log, chains: await chains(), actor, requestId, ip: request.address };
}

function chooseVersion(request: ApiRequest, credential: Credential | null): string {
  const asked = request.header("stipend-version");
  if (asked === null) return credential?.apiVersion ?? apiVersion;
  if (apiVersions.some((version) => version === asked)) return asked;
  throw invalidRequest("Stipend-Version", `Unknown version; the newest is ${apiVersion}.`, {
    reason: "unknown_version",
  });
}

async function runVerb(
  declaration: Endpoint,
  verb: AnyVerb,
  ctx: Context,
  input: object,
): Promise<ApiResponse> {
  const output =
    typeof verb === "function"
      ? await verb(ctx, input)
      : await verb.run(ctx, input, await verb.prepare(ctx, input));
  return encode(declaration, output);
}

async function answerRepeatable(
  declaration: Endpoint,
  verb: AnyVerb,
  ctx: Context,
  input: object,
  once: Repeatable,
): Promise<ApiResponse> {
  const stored = await findAnswer(ctx, once);
  if (stored) return withRequestId(stored, ctx.requestId);
  if (typeof verb === "function") {
    const answer = await answerOnce(ctx, once, async (inside) =>
      encode(declaration, await verb(inside, input)),
    );
    return withRequestId(answer, ctx.requestId);
  }
  const prepared = await verb.prepare(ctx, input);
  const answer = await answerOnce(ctx, once, async (inside) =>
    encode(declaration, await verb.run(inside, input, prepared)),
  );
  return withRequestId(answer, ctx.requestId);
}

function encode(declaration: Endpoint, output: unknown): ApiResponse {
  return json(declaration.status, z.encode(declaration.response, output) as Json);
}

/** A replayed refusal names the request that it now answers. */
function withRequestId(answer: ApiResponse, requestId: string): ApiResponse {
  if (answer.status < 400) return answer;
  const { error } = JSON.parse(answer.body) as { error: Record<string, Json> };
  return { ...answer, body: JSON.stringify({ error: { ...error, requestId } }) };
}

function failureAnswer(error: unknown, request: ApiRequest, requestId: string): ApiResponse {
  if (error instanceof Refusal) return refusalAnswer(error, requestId);
  if (error instanceof BodyTooLarge) {
    const message = "The body is larger than 256 kB.";
    return json(
      413,
      errorBody("invalid_request", message, requestId, { details: { reason: "body_too_large" } }),
    );
  }
  runtime().log.error(
    { err: error, requestId, method: request.method, path: request.path },
    "a request failed",
  );
  return json(500, errorBody("api_error", "Something went wrong on our side.", requestId));
}
