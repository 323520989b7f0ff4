import { llmsText } from "@/lib/server/pages/guides";

export const dynamic = "force-dynamic";
export const GET = llmsText;
