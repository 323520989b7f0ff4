import { notFound, Refusal } from "@/lib/core/errors";
import { modes } from "@/lib/core/modes";
import { slugPattern } from "@/lib/core/storefronts/storefront-kinds";
import { drawShopPreview } from "@/lib/domain/storefronts/public/draw-shop-preview";
import { failure, refusalAnswer } from "@/lib/server/http/answers";
import { limitPage, shopPage } from "./limit-page";
import { publicContext } from "./page-context";

const common = {
  "content-type": "image/jpeg",
  "content-disposition": "inline",
  "cache-control": "public, max-age=300",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  // Link previews of other sites show it.
  "cross-origin-resource-policy": "cross-origin",
};
const quiet = { "cache-control": "no-store" };

/** The picture of a shop or of one of its products for link previews, for anybody. */
export async function shopPreview(
  request: Request,
  { params }: { params: Promise<{ slug: string; productId?: string }> },
): Promise<Response> {
  const ctx = await publicContext(request.headers);
  const { slug, productId } = await params;
  const given = new URL(request.url).searchParams.get("mode");
  const mode = modes.find((one) => one === given) ?? "live";
  const limits = {};
  try {
    if (!slugPattern.test(slug)) throw notFound("shop");
    await limitPage(ctx, { page: shopPage, call: "preview", subject: `${mode}:${slug}` }, limits);
    const { name, bytes } = await drawShopPreview(ctx, { slug, mode, productId });
    const headers = { ...common, etag: `"${name}"` };
    if (request.headers.get("if-none-match") === headers.etag) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(new Uint8Array(bytes), { headers });
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    const { requestId, log } = ctx;
    if (!isRefusal) log.error({ requestId, err: error }, "a shop's preview could not be drawn");
    const { body, status, headers } = isRefusal
      ? refusalAnswer(error, requestId)
      : failure(requestId, error);
    return new Response(body, { status, headers: { ...headers, ...limits, ...quiet } });
  }
}
