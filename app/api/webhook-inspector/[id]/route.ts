import { answerInspector } from "@/lib/server/endpoints/webhook-inspector";

interface Context {
  params: Promise<{ id: string }>;
}

export const dynamic = "force-dynamic";
export const POST = async (request: Request, { params }: Context) =>
  answerInspector(request, (await params).id);
