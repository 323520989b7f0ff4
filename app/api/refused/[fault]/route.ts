import { refuseMalformed } from "@/lib/server/refuse-malformed";

export const dynamic = "force-dynamic";
export const GET = refuseMalformed;
