import { newId } from "@/lib/core/ids";
import { commonHeaders, errorBody } from "./answers";
import { type ApiHandler, json, type RouteHandler } from "./http";
import { webHandler } from "./web-handler";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

function methodNotAllowed(allow: string): ApiHandler {
  return async ({ method }) => {
    const requestId = newId("request");
    const message = `${method} is not available here.`;
    return json(
      405,
      errorBody("invalid_request", message, requestId, {
        details: { reason: "method_not_allowed" },
      }),
      {
        ...commonHeaders(requestId),
        allow,
      },
    );
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
        "Authorization, Content-Type, Idempotency-Key, Stipend-Version, Stipend-Mode",
      "access-control-max-age": "86400",
    },
    body: "",
  });
}

/** A path's handlers, with the enveloped 405 for the methods that it does not have. */
export function routes(
  handlers: Partial<Record<Method, RouteHandler>>,
): Record<Method | "OPTIONS", RouteHandler> {
  const allow = methods.filter((method) => handlers[method]).join(", ");
  const refuse = webHandler(methodNotAllowed(allow));
  const { GET = refuse, POST = refuse, PUT = refuse, PATCH = refuse, DELETE = refuse } = handlers;
  return { GET, POST, PUT, PATCH, DELETE, OPTIONS: webHandler(preflight(allow)) };
}

/** Answers every path below `/v1` that is none of the API's. */
export const unknownPath: RouteHandler = webHandler(async ({ path }) => {
  const requestId = newId("request");
  const message = `There is no ${path} in this API.`;
  return json(404, errorBody("not_found", message, requestId), commonHeaders(requestId));
});
