import { uploadProductImage as declaration } from "@/lib/contract/storefronts/storefront-products";
import { uploadProductImage } from "@/lib/domain/storefronts/products/upload-product-image";
import { serveUpload } from "@/lib/server/api/serve-upload";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveUpload(declaration, uploadProductImage),
});
