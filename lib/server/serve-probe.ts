import { z } from "zod";
import type { Endpoint, OutputOf } from "@/lib/contract/endpoint";
import { newId } from "@/lib/core/ids";
import type { Json } from "@/lib/core/json";
import { commonHeaders } from "./answers";
import { json, type RouteHandler } from "./http";
import { webHandler } from "./web-handler";

/**
 * Serves a probe: no key, no limit, nothing that a failing dependency could take down with it.
 * @param probe returns what the declaration describes, and whether the service can do its work; 503 if not
 */
export function serveProbe<D extends Endpoint>(
  declaration: D,
  probe: () => Promise<{ working: boolean; output: OutputOf<D> }>,
): RouteHandler {
  return webHandler(async () => {
    const { working, output } = await probe();
    const body = z.encode(declaration.response, output) as Json;
    return json(working ? declaration.status : 503, body, commonHeaders(newId("request")));
  });
}
