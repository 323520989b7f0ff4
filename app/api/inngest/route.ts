import { serveJobs } from "@/inngest/serve-jobs";

export const dynamic = "force-dynamic";

export const GET = serveJobs;
export const POST = serveJobs;
export const PUT = serveJobs;
