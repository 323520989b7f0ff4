import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { refusedEarly } from "./answers";
import type { RouteHandler } from "./http";
import { methods } from "./routes";
import { webHandler } from "./web-handler";

const refusalOf = (reason: ApiReason, message: string) =>
  new Refusal("invalid_request", message, { details: { reason } });

/** By the fault that `rerouteMalformed` found. */
const refusals = new Map([
  ["method", refusalOf("method_not_allowed", "That method is not available here.")],
  [
    "case",
    new Refusal("not_found", "The API has no such path: its paths are in lower case.", {
      details: { reason: "unknown_path" },
    }),
  ],
  ["host", refusalOf("malformed_host", "The Host header is not well-formed, or sent twice.")],
]);
const malformedPath = refusalOf("malformed_path", "The path is not well-formed.");
const allow = [...methods, "HEAD", "OPTIONS"].join(", ");

/** Answers what no route can take. */
export const refuseMalformed: RouteHandler = webHandler(async ({ params }) => {
  const refusal = refusals.get(params.fault ?? "") ?? malformedPath;
  const headers = refusal.info.details.reason === "method_not_allowed" ? { allow } : undefined;
  return refusedEarly(newId("request"), refusal, headers);
});
