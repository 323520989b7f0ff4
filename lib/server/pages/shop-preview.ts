import { notFound, Refusal } from "@/lib/core/errors";
import { idPattern } from "@/lib/core/ids";
import { modes } from "@/lib/core/modes";
import { slugPattern } from "@/lib/core/storefronts/storefront-kinds";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import {
  type DrawnPreview,
  drawLinkPreview,
  drawShopPreview,
} from "@/lib/domain/storefronts/public/draw-shop-preview";
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

interface ShopParams {
  readonly slug: string;
  readonly productId?: string;
}

/** What a picture is of, for the limits, and how it is drawn; null where there can be none of that name. */
interface Drawing {
  readonly subject: string | null;
  draw(ctx: Context<PublicActor>): Promise<DrawnPreview>;
}

/** The picture of a shop or of one of its products for link previews, for anyone. */
export async function shopPreview(
  request: Request,
  { params }: { params: Promise<ShopParams> },
): Promise<Response> {
  const { slug, productId } = await params;
  const given = new URL(request.url).searchParams.get("mode");
  const mode = modes.find((one) => one === given) ?? "live";
  return answerPreview(request, {
    subject: slugPattern.test(slug) ? `${mode}:${slug}` : null,
    draw: (ctx) => drawShopPreview(ctx, { slug, mode, productId }),
  });
}

/** The picture of a payment link for link previews, for anyone. */
export async function linkPreview(
  request: Request,
  { params }: { params: Promise<{ linkId: string }> },
): Promise<Response> {
  const { linkId } = await params;
  return answerPreview(request, {
    subject: idPattern("paymentLink").test(linkId) ? linkId : null,
    draw: (ctx) => drawLinkPreview(ctx, { linkId }),
  });
}

async function answerPreview(request: Request, { subject, draw }: Drawing): Promise<Response> {
  const ctx = await publicContext(request.headers);
  const limits = {};
  try {
    if (subject === null) throw notFound("page");
    await limitPage(ctx, { page: shopPage, call: "preview", subject }, limits);
    const { name, bytes } = await draw(ctx);
    const headers = { ...common, etag: `"${name}"` };
    if (request.headers.get("if-none-match") === headers.etag) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(new Uint8Array(bytes), { headers });
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    const { requestId, log } = ctx;
    if (!isRefusal) log.error({ requestId, err: error }, "a preview could not be drawn");
    const { body, status, headers } = isRefusal
      ? refusalAnswer(error, requestId)
      : failure(requestId, error);
    return new Response(body, { status, headers: { ...headers, ...limits, ...quiet } });
  }
}
