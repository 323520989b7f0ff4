import { changeMailPreference, showMailPreference } from "@/lib/server/pages/mail-preference";

interface Context {
  params: Promise<{ token: string }>;
}

export const dynamic = "force-dynamic";
export const GET = async (request: Request, { params }: Context) =>
  showMailPreference(request, (await params).token);
export const POST = async (request: Request, { params }: Context) =>
  changeMailPreference(request, (await params).token);
