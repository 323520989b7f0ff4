import { uploadStorefrontCover as declaration } from "@/lib/contract/storefronts/storefronts";
import { uploadStorefrontCover } from "@/lib/domain/storefronts/shop/upload-storefront-picture";
import { serveUpload } from "@/lib/server/api/serve-upload";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveUpload(declaration, uploadStorefrontCover),
});
