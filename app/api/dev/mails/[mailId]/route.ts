import { showInboxMail } from "@/lib/server/pages/dev-inbox";

export const dynamic = "force-dynamic";
export const GET = async (request: Request, { params }: { params: Promise<{ mailId: string }> }) =>
  showInboxMail(request, (await params).mailId);
