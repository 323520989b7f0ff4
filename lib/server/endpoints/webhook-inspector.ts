import { Refusal } from "@/lib/core/errors";
import { findInspectorOwner } from "@/lib/domain/webhooks/inspector/inspector-rows";
import { maxInspectedBytes, receiveWebhook } from "@/lib/domain/webhooks/inspector/receive-webhook";
import { takeCounted } from "@/lib/server/api/limit";
import { addressBlock, clientAddress } from "@/lib/server/http/client-address";
import { readBody } from "@/lib/server/http/http";
import { runtime } from "@/lib/server/runtime";

/** Requests a minute from one client address, and to one inspector. Webhooks of ours do not come this way. */
const PER_MINUTE = 60;

/** Answers a post to an inspector's address from outside: with 200, as a receiver should. */
export async function answerInspector(request: Request, id: string): Promise<Response> {
  const { db, config } = runtime();
  try {
    const from = addressBlock(clientAddress(request.headers, config.TRUST_PROXY_HOPS));
    for (const subject of [`address:${from}`, `to:${id}`]) {
      const burst = Math.max(1, PER_MINUTE * config.RATE_LIMIT_SCALE);
      const key = `inspector:${subject.slice(0, 80)}`;
      await takeCounted(db, { key, burst, perSecond: burst / 60 }, {});
    }
    const owner = await findInspectorOwner(db, id);
    if (!owner) return answer(404, "There is no such inspector.");
    const body = await readBody(request.body, maxInspectedBytes);
    if (body === null) return answer(413, "The body is too large.");
    const header = (name: string) => request.headers.get(name);
    // Text in Postgres has no zero bytes; an event of ours has none.
    if (body.includes("\0")) return answer(400, "The body is no text.");
    await receiveWebhook({ db, config }, { id, ...owner }, { header, body });
    return answer(200, "Received by the inspector.");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { retryAfterSeconds = 60 } = error.info;
    return answer(429, error.message, { "retry-after": String(retryAfterSeconds) });
  }
}

function answer(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      ...headers,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
