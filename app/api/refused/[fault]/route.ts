import { refuseMalformed } from "@/lib/server/http/refuse-malformed";

export const dynamic = "force-dynamic";
export const GET = refuseMalformed;
