import { referenceAsset } from "@/lib/server/api/reference";

export async function GET(_: Request, context: { params: Promise<{ file: string }> }) {
  return referenceAsset((await context.params).file);
}
