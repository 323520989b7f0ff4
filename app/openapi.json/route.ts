import { describeApi } from "@/lib/server/describe-api";
import { routes } from "@/lib/server/routes";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: describeApi });
