import { referencePage } from "@/lib/server/reference";

export const GET = referencePage;
