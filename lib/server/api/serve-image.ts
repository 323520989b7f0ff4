import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { loadImage } from "@/lib/domain/platform/images/load-image";
import { failure, refusalAnswer } from "@/lib/server/http/answers";
import { runtime } from "@/lib/server/runtime";

/** Content-addressed: cache forever. Opened by itself it is a picture and nothing else. */
const headers = {
  "content-type": "image/webp",
  "content-disposition": "inline",
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  // Shops show their brand card on their own pages.
  "cross-origin-resource-policy": "cross-origin",
};

/** A stored picture, for anybody. */
export async function serveImage(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { db, log } = runtime();
  const { file } = await params;
  const etag = `"${file}"`;
  try {
    const bytes = await loadImage(db, file);
    const all = { ...headers, etag };
    if (request.headers.get("if-none-match") === etag) {
      return new Response(null, { status: 304, headers: all });
    }
    return new Response(new Uint8Array(bytes), { headers: all });
  } catch (error) {
    const requestId = newId("request");
    const isRefusal = error instanceof Refusal;
    if (!isRefusal) log.error({ requestId, err: error }, "an image could not be served");
    const answer = isRefusal ? refusalAnswer(error, requestId) : failure(requestId, error);
    const quiet = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...answer.headers, ...quiet },
    });
  }
}
