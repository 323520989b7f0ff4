import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { limitRefused } from "@/lib/server/api/limit";
import { beginExchange, noteRequest } from "@/lib/server/api/note-request";
import { runtime } from "@/lib/server/runtime";
import { commonHeaders, refusalAnswer, refusedEarly } from "./answers";
import type { ApiHandler, RouteHandler } from "./http";
import { webHandler } from "./web-handler";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

const REFUSED_METHOD = "method_not_allowed";

function methodNotAllowed(allow: string, route: string | undefined): ApiHandler {
  return async (request) => {
    const { method } = request;
    const requestId = newId("request");
    if (route)
      noteRequest(beginExchange(request, requestId, route), { status: 405 }, REFUSED_METHOD);
    const message = `${method} is not available here.`;
    const refusal = new Refusal("invalid_request", message, {
      details: { reason: REFUSED_METHOD },
    });
    return refusedEarly(requestId, refusal, { allow });
  };
}

/** Lets browsers send publishable keys from a merchant's own page (CORS preflight). */
function preflight(allow: string): ApiHandler {
  return async () => ({
    status: 204,
    headers: {
      ...commonHeaders(newId("request")),
      "access-control-allow-methods": allow,
      "access-control-allow-headers":
        "Authorization, Content-Type, Idempotency-Key, Stipend-Version, Stipend-Mode, Stipend-Merchant",
      "access-control-max-age": "86400",
    },
    body: "",
  });
}

/** The methods that a path takes; HEAD is answered as GET without the body. */
const allowOf = (handlers: Partial<Record<Method, RouteHandler>>) =>
  methods
    .filter((method) => handlers[method])
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method))
    .join(", ");

/** A path's handlers, with the enveloped 405 for the methods that it does not have. */
export function routes(
  handlers: Partial<Record<Method, RouteHandler>>,
): Record<Method | "OPTIONS", RouteHandler> {
  const allow = allowOf(handlers);
  const refuse = webHandler(methodNotAllowed(allow, Object.values(handlers)[0]?.route));
  const { GET = refuse, POST = refuse, PUT = refuse, PATCH = refuse, DELETE = refuse } = handlers;
  return { GET, POST, PUT, PATCH, DELETE, OPTIONS: webHandler(preflight(allow)) };
}

/** As `routes`, for what our own pages alone may ask: no other origin's page is allowed anything. */
export function pageRoutes(
  handlers: Partial<Record<Method, RouteHandler>>,
): Record<Method | "OPTIONS", RouteHandler> {
  const answers = routes(handlers);
  const allow = allowOf(handlers);
  return {
    ...answers,
    OPTIONS: webHandler(async () => ({ status: 204, headers: { allow }, body: "" })),
  };
}

/** Answers every path below `/v1` that is none of the API's, and counts it by its address. */
export const unknownPath: RouteHandler = webHandler(async (request) => {
  const requestId = newId("request");
  const exchange = beginExchange(request, requestId, "/v1/*");
  const headers: Record<string, string> = commonHeaders(requestId);
  try {
    await limitRefused(runtime(), request, headers);
    throw new Refusal("not_found", `There is no ${request.path} in this API.`, {
      details: { reason: "unknown_path" },
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const answer = refusalAnswer(error, requestId);
    noteRequest(exchange, answer, error.info.details.reason);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
});
