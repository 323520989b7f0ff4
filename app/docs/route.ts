import { referencePage } from "@/lib/server/api/reference";

export const dynamic = "force-dynamic";
export const GET = referencePage;
