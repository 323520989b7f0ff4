import { createHash, timingSafeEqual } from "node:crypto";
import { expositionType, renderFamilies } from "@/lib/adapters/metrics/families";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { ownHeaders, refusedEarly } from "@/lib/server/http/answers";
import { isLocalPeer } from "@/lib/server/http/client-address";
import type { ApiRequest, ApiResponse, RouteHandler } from "@/lib/server/http/http";
import { probes } from "@/lib/server/http/probes";
import { webHandler } from "@/lib/server/http/web-handler";
import { runtime } from "@/lib/server/runtime";

/**
 * Who may read the metrics: the bearer of the token; where there is none, a process on this machine whose
 * request no proxy has forwarded. A proxy that sends no headers looks like one: a token keeps it out.
 * @returns `hidden` where there is no token with which to ask
 */
export function metricsAccess(
  request: Pick<ApiRequest, "header">,
  token: string | undefined,
): "granted" | "refused" | "hidden" {
  if (token === undefined) {
    return isLocalPeer(request.header) && isHere(request.header("host")) ? "granted" : "hidden";
  }
  const given = /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1];
  return given !== undefined && isSame(given, token) ? "granted" : "refused";
}

/** A page whose name was made to mean this machine (DNS rebinding) sends that name along. */
const isHere = (host: string | null) =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host ?? "");

/** Takes as long for every wrong token. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Serves `/metrics` to those who may read them, and to no other page's scripts. */
export const serveMetrics: RouteHandler = webHandler(async (request) => {
  const answer = await answerMetrics(request);
  const shared = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
  for (const name of shared) delete answer.headers[name];
  return answer;
});

async function answerMetrics(request: ApiRequest): Promise<ApiResponse> {
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
    const message = "The metrics token is missing or wrong.";
    const details = { reason: "api_key_invalid" } as const;
    return refusedEarly(requestId, new Refusal("authentication_error", message, { details }), {
      "www-authenticate": "Bearer",
    });
  }
  const body = renderFamilies(await probes().families());
  return {
    status: 200,
    headers: { ...ownHeaders(requestId), "content-type": expositionType },
    body,
  };
}
