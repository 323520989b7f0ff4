import { expositionType, renderFamilies } from "@/lib/adapters/metrics/render-families";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { commonHeaders, refusedEarly } from "./answers";
import type { RouteHandler } from "./http";
import { metricsAccess } from "./metrics-access";
import { probes } from "./probes";
import { runtime } from "./runtime";
import { webHandler } from "./web-handler";

/** Serves `/metrics` to those who may read them. */
export const serveMetrics: RouteHandler = webHandler(async (request) => {
  const requestId = newId("request");
  const access = metricsAccess(request, runtime().config.METRICS_TOKEN);
  if (access === "hidden") {
    const details = { reason: "unknown_path" } as const;
    return refusedEarly(
      requestId,
      new Refusal("not_found", "There are no metrics here.", { details }),
    );
  }
  if (access === "refused") {
    const message = "The metrics need their token.";
    const details = { reason: "api_key_invalid" } as const;
    return refusedEarly(requestId, new Refusal("authentication_error", message, { details }), {
      "www-authenticate": "Bearer",
    });
  }
  const body = renderFamilies(await probes().families());
  return {
    status: 200,
    headers: { ...commonHeaders(requestId), "content-type": expositionType },
    body,
  };
});
