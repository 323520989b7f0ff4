import { deploymentsOf, notDeployed } from "@/lib/adapters/chain/chains";
import { listedItem } from "@/lib/contract/csv";
import type { Endpoint, InputOf, OutputOf } from "@/lib/contract/endpoint";
import { apiVersion, apiVersions } from "@/lib/core/api-version";
import { errorStatuses, invalidRequest, Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type {
  Actor,
  AdminActor,
  Context,
  GroupedVerb,
  KeyActor,
  MerchantActor,
  PlatformActor,
  PreparedVerb,
  PublicActor,
  SessionActor,
  Verb,
} from "@/lib/domain/platform/context";
import { commonHeaders, failure, refusalAnswer, refusalOfFailure } from "@/lib/server/http/answers";
import type { ApiHandler, ApiRequest, ApiResponse, RouteHandler } from "@/lib/server/http/http";
import { unlessDatabaseHangs } from "@/lib/server/http/unless-database-hangs";
import { webHandler } from "@/lib/server/http/web-handler";
import { type Runtime, runtime } from "@/lib/server/runtime";
import { authenticate } from "./authenticate";
import { authorize, authorizeInput, requireStepUp } from "./authorize";
import { withBoundCursors } from "./bound-cursor";
import type { Credential } from "./credential";
import { repeatable } from "./idempotency";
import { findIdentity, type NamedUser } from "./identity-providers";
import { limitRefused, limitRequest } from "./limit";
import { csvRunner, inEitherForm, type ListVerb } from "./list-csv";
import { beginExchange, type Exchange, noteRequest } from "./note-request";
import { parseInput } from "./parse";
import { revalidated } from "./revalidated";
import { type AnyVerb, type VerbRunner, verbRunner } from "./run-verb";

/** The actor that an endpoint's verb is called by. */
interface Actors {
  merchant: MerchantActor;
  session: SessionActor;
  relay: KeyActor | PlatformActor;
  admin: AdminActor;
  none: PublicActor;
}

/**
 * Binds an endpoint's declaration to its verb: authenticate, authorize, limit, parse, run once per
 * `Idempotency-Key`, encode. Every error is answered in the error envelope.
 */
export function serve<D extends Endpoint, Prepared>(
  declaration: D,
  verb:
    | Verb<Actors[D["auth"]], InputOf<D>, OutputOf<D>>
    | PreparedVerb<Actors[D["auth"]], InputOf<D>, Prepared, OutputOf<D>>
    | GroupedVerb<Actors[D["auth"]], InputOf<D>, Prepared, OutputOf<D>>,
): RouteHandler {
  // The verb's types were checked against the declaration's above; from here on both are data.
  const plain = verb as unknown as AnyVerb;
  const bound = typeof plain === "function" ? withBoundCursors(declaration, plain) : plain;
  const run = verbRunner(declaration, bound);
  const api = revalidated(
    declaration,
    inEveryForm(declaration, apiHandler(declaration, run), verb),
  );
  return Object.assign(webHandler(api), { route: declaration.path });
}

/** A list is answered as CSV too; a person takes it away as a whole, and must have authenticated anew for that. */
function inEveryForm(declaration: Endpoint, inJson: ApiHandler, verb: unknown): ApiHandler {
  if (!isListVerb(declaration, verb)) return inJson;
  const answering = { ...declaration, stepUp: true as const };
  return inEitherForm(inJson, (form) => apiHandler(answering, csvRunner(declaration, verb, form)));
}

/** What a list's declaration and its verb are to each other was checked by `serve`. */
const isListVerb = (declaration: Endpoint, verb: unknown): verb is ListVerb =>
  listedItem(declaration) !== null && typeof verb === "function";

/** Answers an endpoint with what `run` makes of a request that was let in. */
export function apiHandler(declaration: Endpoint, run: VerbRunner): ApiHandler {
  return async (request) => {
    const requestId = newId("request");
    const exchange = beginExchange(request, requestId, declaration.path);
    const headers: Record<string, string> = commonHeaders(requestId);
    let answer: ApiResponse;
    let reason: string | null = null;
    try {
      const answering = answerRequest(declaration, run, request, exchange, headers);
      answer = await unlessDatabaseHangs(runtime().db, answering);
      if (answer.status >= 400) reason = storedReason(answer);
    } catch (error) {
      answer = failureAnswer(error, request, requestId);
      ({ reason } = refusalOfFailure(error).info.details);
    }
    noteRequest(exchange, answer, reason);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  };
}

/**
 * Checks that the caller's mode has a contract of the kind that an endpoint needs.
 * @throws Refusal `permission_denied` with `not_deployed`
 */
export function requireDeployed(
  { needs }: Pick<Endpoint, "needs">,
  { chains, actor }: Pick<Context, "chains" | "actor">,
): void {
  if (!needs || !("mode" in actor)) return;
  const { mode } = actor;
  if (deploymentsOf(chains, mode).some(({ contracts }) => contracts[needs])) return;
  throw notDeployed(needs, `a chain of ${mode} mode`);
}

async function answerRequest(
  declaration: Endpoint,
  run: VerbRunner,
  request: ApiRequest,
  exchange: Exchange,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const current = runtime();
  const { actor, credential } = await admit(current, declaration, request, exchange, headers);
  await limitRequest(current, declaration, request, credential, headers);
  headers["stipend-version"] = chooseVersion(request, credential);
  const input = await parseInput(declaration, request);
  authorizeInput(declaration, credential, input);
  const recheck = async () => {
    await admit(current, declaration, request, exchange, {});
  };
  const caller = { actor, recheck, ...personal(credential) };
  const ctx = await contextOf(current, caller, request, exchange.requestId);
  requireDeployed(declaration, ctx);
  return run(ctx, input, repeatable(declaration, request, ctx, input));
}

/** Authenticates and authorizes the caller; counts a refused caller by its address. */
async function admit(
  current: Runtime,
  declaration: Endpoint,
  request: ApiRequest,
  exchange: Exchange,
  headers: Record<string, string>,
): Promise<{ actor: Actor; credential: Credential }> {
  try {
    const credential = await authenticate(current, declaration, request);
    exchange.credential = credential;
    return { actor: authorize(declaration, credential), credential };
  } catch (error) {
    if (error instanceof Refusal) await limitRefused(current, request, headers);
    throw error;
  }
}

/** What only a person can be asked for. */
function personal(credential: Credential): Pick<Context, "requireStepUp"> {
  if (credential.kind !== "session" && credential.kind !== "admin") return {};
  return { requireStepUp: () => requireStepUp(credential) };
}

async function contextOf(
  current: Runtime,
  caller: Pick<Context, "actor" | "recheck" | "requireStepUp">,
  request: ApiRequest,
  requestId: string,
): Promise<Context> {
  const { db, config, log, chains, modules, stopping } = current;
  const ip = request.address;
  const common = { db, config, log, modules, chains: await chains(), requestId };
  const identityOf = (user: NamedUser) => findIdentity(current, user);
  return { ...common, ...caller, ip, identityOf, stopping: stopping.signal };
}

function chooseVersion(request: ApiRequest, credential: Credential): string {
  const asked = request.header("stipend-version");
  if (asked === null) return "apiVersion" in credential ? credential.apiVersion : apiVersion;
  if (apiVersions.some((version) => version === asked)) return asked;
  throw invalidRequest("Stipend-Version", `Unknown Stipend-Version; the newest is ${apiVersion}.`, {
    reason: "unknown_version",
  });
}

/** Why a refusal that is repeated was one; null where a sign-in library has refused in its own words. */
function storedReason({ body }: ApiResponse): string | null {
  const { error } = JSON.parse(body) as { error?: { details: { reason: string } } };
  return error?.details.reason ?? null;
}

function failureAnswer(error: unknown, request: ApiRequest, requestId: string): ApiResponse {
  if (error instanceof Refusal) return refusalAnswer(error, requestId);
  const answer = failure(requestId, error);
  const { method, path } = request;
  const level = answer.status === errorStatuses.api_error ? "error" : "warn";
  runtime().log[level]({ err: error, requestId, method, path }, "a request failed");
  return answer;
}
