import type { Env } from "@/lib/adapters/env/env";
import { idPattern } from "@/lib/core/ids";

const PATH = "/api/webhook-inspector/";

/** Where webhooks for an inspector are sent to. */
export function inspectorUrl({ APP_URL }: Pick<Env, "APP_URL">, id: string): string {
  return `${APP_URL}${PATH}${id}`;
}

/**
 * The inspector that a URL is the one of; null for every other URL, however alike: what is no inspector's takes the
 * way of all webhooks, which reaches the public internet alone.
 */
export function inspectorIn(config: Pick<Env, "APP_URL">, url: string): string | null {
  const id = url.slice(inspectorUrl(config, "").length);
  return idPattern("webhookInspector").test(id) && url === inspectorUrl(config, id) ? id : null;
}
