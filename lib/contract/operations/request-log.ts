import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, instant, listOf, mode, must, pageQuery } from "@/lib/contract/fields";

const shared = {
  auth: "merchant",
  scope: "api_keys_read",
  tag: "Request log",
  method: "GET",
  status: 200,
} as const;

/** Classes of statuses, as they are filtered by. */
export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;

const period = { createdAfter: instant.optional(), createdBefore: instant.optional() };
const isRoute = must("must be the pattern of a path, such as /v1/customers/{id}");
const route = z.string().regex(/^\/[\w/{}.-]{1,119}$/, isRoute);

const loggedRequest = z
  .object({
    id: id("request"),
    object: z.literal("request"),
    mode,
    apiKeyId: id("apiKey"),
    method: z.string(),
    route: z.string(),
    status: z.number().int(),
    reason: z.string().nullable(),
    addressPrefix: z.string().nullable(),
    durationMs: z.number().int(),
    createdAt: instant,
  })
  .meta({ id: "LoggedRequest" });

export const listRequests = endpoint({
  ...shared,
  path: "/v1/request-log",
  summary: "List the requests of your keys",
  description:
    "The requests of the last 30 days, newest first; the last second may be missing. Bodies are not kept. A key's requests are listed with the key.",
  query: z.strictObject({
    ...pageQuery,
    ...period,
    status: z.enum(statusClasses).optional(),
    route: route.optional(),
  }),
  response: listOf(loggedRequest),
});

const requestError = z
  .object({
    object: z.literal("request_error"),
    method: z.string(),
    route: z.string(),
    status: z.number().int(),
    reason: z.string().nullable(),
    count: z.number().int(),
    firstAt: instant,
    lastAt: instant,
    lastRequestId: id("request"),
  })
  .meta({ id: "RequestError" });

export const listRequestErrors = endpoint({
  ...shared,
  path: "/v1/request-log/errors",
  summary: "Count your keys' refused and failed requests",
  description:
    "Grouped by route, status and reason, the most frequent first, at most 50 groups. Only the newest 5,000 of the period count, which is the last 24 hours by default; `truncated` says whether there were more.",
  query: z.strictObject(period),
  response: z
    .object({
      object: z.literal("request_errors"),
      data: z.array(requestError),
      createdAfter: instant,
      truncated: z.boolean(),
    })
    .meta({ id: "RequestErrors" }),
});
