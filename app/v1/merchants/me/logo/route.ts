import { uploadLogo as declaration } from "@/lib/contract/merchants/merchant-account";
import { uploadLogo } from "@/lib/domain/merchants/upload-logo";
import { serveUpload } from "@/lib/server/api/serve-upload";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveUpload(declaration, uploadLogo),
});
