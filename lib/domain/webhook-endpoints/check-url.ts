import type { Env } from "@/lib/adapters/env/env";
import { TargetNotAllowed } from "@/lib/adapters/outbound-http/check-target";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";

/**
 * Checks that webhooks of a mode may be sent to a URL, whose host is looked up.
 * @returns its host and port, lowercase
 * @throws Refusal `invalid_request` with `url`: it may not be called
 */
export async function checkUrl(config: Env, mode: Mode, url: string): Promise<string> {
  const http = createOutboundHttp({ allowLoopback: config.WEBHOOK_ALLOW_PRIVATE });
  const checked = await http.check(url, { secure: mode === "live" }).catch((error) => {
    if (!(error instanceof TargetNotAllowed)) throw error;
    throw invalidRequest("url", error.message, { reason: error.reason });
  });
  return checked.host;
}
