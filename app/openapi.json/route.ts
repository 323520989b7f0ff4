import { describeApi } from "@/lib/server/api/describe-api";
import { routes } from "@/lib/server/http/routes";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: describeApi });
