import { type ErrorCode, Refusal } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { isDeeperThan, maxDepth } from "@/lib/core/text/json-bounds";
import { handledMethod, readBody } from "@/lib/server/http/http";

const refusalOf = (code: ErrorCode, reason: ApiReason, message: string) =>
  new Refusal(code, message, { details: { reason } });

const methodNotAllowed = refusalOf("invalid_request", "method_not_allowed", "A page is read.");
const foreignOrigin = refusalOf("permission_denied", "origin_mismatch", "Not from this page.");
const notOurs = "Not what this page sends.";
const otherMedia = refusalOf("invalid_request", "unsupported_media_type", notOurs);
const malformed = refusalOf("invalid_request", "malformed_arguments", notOurs);
const tooLarge = refusalOf("invalid_request", "body_too_large", "The body is larger than 64 kB.");

/** As `serverActions.bodySizeLimit` in `next.config.ts`. */
const MAX_BYTES = 64 * 1024;

/**
 * Looks at what a page is sent before Next does, which fails (500) on a foreign origin and on arguments
 * that are not as its own client writes them. Without an origin the request goes on: the action refuses it
 * in its answer.
 * @returns null when the page may be asked
 */
export async function checkPagePost(request: Request, appUrl: string): Promise<Refusal | null> {
  if (handledMethod(request.method) === "GET") return null;
  if (request.method !== "POST" || !request.headers.has("next-action")) {
    return methodNotAllowed;
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== new URL(appUrl).origin) {
    return foreignOrigin;
  }
  if (!/^text\/plain\b/i.test(request.headers.get("content-type") ?? "")) {
    return otherMedia;
  }
  const text = await readBody(request.body, MAX_BYTES);
  if (text === null) return tooLarge;
  return isArguments(text) ? null : malformed;
}

/**
 * Whether a text is a list of plain values as React writes them: `$` begins a reference to something else
 * (`$$` a text that begins with it), and our pages send none.
 */
function isArguments(text: string): boolean {
  if (isDeeperThan(maxDepth, text)) return false;
  let isPlain = true;
  try {
    const value: unknown = JSON.parse(text, (_, item) => {
      if (typeof item === "string" && /^\$(?!\$|undefined$)/.test(item)) isPlain = false;
      return item;
    });
    return isPlain && Array.isArray(value);
  } catch {
    return false;
  }
}
