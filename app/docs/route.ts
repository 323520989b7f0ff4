import { referencePage } from "@/lib/server/reference";

export const dynamic = "force-dynamic";
export const GET = referencePage;
