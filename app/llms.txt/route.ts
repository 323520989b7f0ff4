import { llmsText } from "@/lib/server/llms-text";

export const dynamic = "force-dynamic";
export const GET = llmsText;
