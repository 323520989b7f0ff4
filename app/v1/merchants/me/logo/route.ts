import { uploadLogo as declaration } from "@/lib/contract/merchant-account";
import { uploadLogo } from "@/lib/domain/merchants/upload-logo";
import { routes } from "@/lib/server/routes";
import { serveUpload } from "@/lib/server/serve-upload";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveUpload(declaration, uploadLogo),
});
