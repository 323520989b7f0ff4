import { buildOpenapi } from "@/lib/contract/openapi";
import { newId } from "@/lib/core/ids";
import { commonHeaders } from "./answers";
import { json, type RouteHandler } from "./http";
import { runtime } from "./runtime";
import { webHandler } from "./web-handler";

let description: string | undefined;

/** Serves the machine-readable description of the API. */
export const describeApi: RouteHandler = webHandler(async () => {
  description ??= JSON.stringify(buildOpenapi(runtime().config.APP_URL));
  return { ...json(200, {}, commonHeaders(newId("request"))), body: description };
});
