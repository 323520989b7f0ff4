import { reportLeaks } from "@/lib/contract/identity/secret-scanning";
import { serveSigned } from "@/lib/server/api/serve-signed";
import { takeLeakReport } from "@/lib/server/endpoints/secret-scanning";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveSigned(reportLeaks, takeLeakReport),
});
