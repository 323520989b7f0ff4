import { z } from "zod";
import type { Endpoint, InputOf, OutputOf } from "@/lib/contract/endpoint";
import { productVersion } from "@/lib/core/api-version";
import { RETRY_SECONDS, Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Json } from "@/lib/core/text/json";
import { parseInput } from "@/lib/server/api/parse";
import { commonHeaders, refusalAnswer } from "./answers";
import { type ApiRequest, json, type RouteHandler } from "./http";
import { webHandler } from "./web-handler";

/**
 * Serves a probe: no key, no limit, nothing that a failing dependency could take down with it.
 * @param probe returns what the declaration describes, and whether the service can do its work; 503 if not
 */
export function serveProbe<D extends Endpoint>(
  declaration: D,
  probe: (input: InputOf<D>) => Promise<{ working: boolean; output: OutputOf<D> }>,
): RouteHandler {
  return webHandler(async (request) => {
    const headers = commonHeaders(newId("request"));
    try {
      const input = (await readInput(declaration, request)) as InputOf<D>;
      const { working, output } = await probe(input);
      const body = z.encode(declaration.response, output) as Json;
      if (working) return json(declaration.status, body, headers);
      return json(503, body, { ...headers, "retry-after": String(RETRY_SECONDS) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const answer = refusalAnswer(error, headers["stipend-request-id"]);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    }
  });
}

/** Probes that take nothing ignore what they are given. */
async function readInput(declaration: Endpoint, request: ApiRequest): Promise<object> {
  return declaration.query ? parseInput(declaration, request) : {};
}

/** Tells that the process answers. Touches no dependency. */
export async function liveness() {
  const uptimeSeconds = Math.floor(process.uptime());
  const output = { status: "ok", version: productVersion, uptimeSeconds } as const;
  return { working: true, output };
}
