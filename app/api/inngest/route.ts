import { answerSigned } from "@/inngest/answer-signed";

export const dynamic = "force-dynamic";

export const GET = answerSigned;
export const POST = answerSigned;
export const PUT = answerSigned;
