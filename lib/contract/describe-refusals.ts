import { type ErrorCode, errorStatuses, reasonStatuses } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import type { Json, JsonObject } from "@/lib/core/text/json";
import { type ErrorExample, errorExamples, exampleError } from "./describe-answers";
import { type Endpoint, isLimited, takesSession } from "./endpoint";

const isRepeatable = ({ auth, method }: Endpoint) => auth !== "none" && method !== "GET";

/** The header of a success that not every answer has: the introduction lists those. */
export const successHeaders = ({ cachedSeconds }: Endpoint): { headers?: JsonObject } =>
  cachedSeconds === undefined ? {} : headerOf("ETag");

const headerOf = (name: string) => ({
  headers: { [name]: { $ref: `#/components/headers/${name}` } },
});

function errorCodes(endpoint: Endpoint): Set<ErrorCode> {
  const { auth, errors = [], body } = endpoint;
  const codes = new Set<ErrorCode>(errors);
  if (auth !== "none") codes.add("authentication_error").add("permission_denied");
  if (takesSession(endpoint)) codes.add("merchant_not_synced");
  if (isRepeatable(endpoint)) codes.add("idempotency_error");
  if (body || isLimited(endpoint)) codes.add("invalid_request").add("rate_limited");
  return codes.add("api_error");
}

interface ErrorAnswer {
  readonly status: number;
  readonly codes: ErrorCode[];
  readonly example: ErrorExample;
}

function errorAnswers(endpoint: Endpoint): ErrorAnswer[] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(endpoint)) {
    const status = errorStatuses[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const own = (reason: ApiReason, message: string, code: ErrorCode = "invalid_request") => ({
    status: reasonStatuses[reason] ?? errorStatuses[code],
    codes: [code],
    example: [message, reason] as const,
  });
  const more: ErrorAnswer[] = [own("method_not_allowed", "PUT is not available here.")];
  more.push(own("database_unavailable", "The database does not answer: try again.", "api_error"));
  if (endpoint.body) more.push(own("body_too_large", "The body is larger than 256 kB."));
  const alike = [...byStatus].map(([status, codes]) => {
    const sorted = codes.toSorted();
    return { status, codes: sorted, example: errorExamples[sorted[0] ?? "api_error"] };
  });
  return [...alike, ...more].sort((left, right) => left.status - right.status);
}

/** Codes of what an endpoint alone decides; the others are alike for all endpoints of a kind. */
const ownCodes = new Set<ErrorCode>(["not_found", "session_invalid_state"]);

/** The status of each answer with its codes. */
const byStatus = (answers: readonly ErrorAnswer[]) =>
  `By status: ${answers.map((answer) => `${answer.status} ${codesOf(answer)}`).join("; ")}`;

const codesOf = ({ codes }: ErrorAnswer) => codes.map((code) => `\`${code}\``).join(" or ");

/**
 * What endpoints answer instead of success, each once: an answer that an endpoint decides by its status, and all others as
 * `4XX` and `5XX`, whose texts name each status with its codes.
 */
export class ErrorResponses {
  readonly components: { [name: string]: Json } = {};
  /** The envelope of each reason that one of them has as its example. */
  readonly examples: { [reason: string]: Json } = {};

  /** References to what an endpoint may answer instead of success, by status. */
  of(endpoint: Endpoint): { [status: string]: Json } {
    const answers = errorAnswers(endpoint);
    const own = answers.filter(({ codes }) => codes.some((code) => ownCodes.has(code)));
    const others = answers
      .map((answer) => ({ ...answer, codes: answer.codes.filter((code) => !ownCodes.has(code)) }))
      .filter(({ codes }) => codes.length > 0);
    const refused = others.filter(({ status }) => status < 500);
    const failed = others.filter(({ status }) => status >= 500);
    return Object.fromEntries([
      ...own.map((answer) => [
        answer.status,
        this.#reference(nameOf(answer), codesOf(answer), [answer]),
      ]),
      ["4XX", this.#reference(nameOfRefusals(endpoint), byStatus(refused), refused)],
      ["5XX", this.#reference("Failed", byStatus(failed), failed)],
    ]);
  }

  #reference(name: string, description: string, answers: readonly ErrorAnswer[]): Json {
    const { codes = [], example = errorExamples.api_error } = answers[0] ?? {};
    const [, reason] = example;
    this.examples[reason] = { value: exampleError(codes[0] ?? "api_error", example) };
    const mayPass = answers.some(({ status }) => [409, 429, 503].includes(status));
    const component = {
      description,
      ...(mayPass ? headerOf("Retry-After") : {}),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Error" },
          examples: { [reason]: { $ref: `#/components/examples/${reason}` } },
        },
      },
    };
    const known = this.components[name] ?? component;
    if (JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`Two answers would be called ${name}`);
    }
    this.components[name] = component;
    return { $ref: `#/components/responses/${name}` };
  }
}

const capitals = (words: string) =>
  words.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());

/** By its status: where permission is asked for, 403 has a second code. */
function nameOf({ status, codes }: ErrorAnswer): string {
  if (status === 404) return "NotFound";
  return codes.includes("permission_denied") ? "Forbidden" : "PublicForbidden";
}

/**
 * By who calls, whether the call has a body, may be repeated with a key and has a limit, and the codes that others of its
 * kind do not have.
 */
function nameOfRefusals(endpoint: Endpoint): string {
  const usual = errorCodes({ ...endpoint, errors: [] });
  const more = [...errorCodes(endpoint)].filter((code) => !usual.has(code) && !ownCodes.has(code));
  const added = more.length > 0 ? `With${more.toSorted().map(capitals).join("And")}` : "";
  const caller = takesSession(endpoint) ? "" : endpoint.auth === "none" ? "Public" : "Bearer";
  const kind = `${isRepeatable(endpoint) ? "" : "Read"}${isLimited(endpoint) ? "" : "Unlimited"}`;
  return `${caller}${endpoint.body ? "Body" : ""}Refused${kind}${added}`;
}
