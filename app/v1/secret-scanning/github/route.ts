import { reportLeaks } from "@/lib/contract/secret-scanning";
import { routes } from "@/lib/server/routes";
import { takeLeakReport } from "@/lib/server/secret-scanning";
import { serveSigned } from "@/lib/server/serve-signed";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serveSigned(reportLeaks, takeLeakReport),
});
