import { llmsText } from "@/lib/server/guides";

export const dynamic = "force-dynamic";
export const GET = llmsText;
