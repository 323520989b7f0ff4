import { rowInserter } from "@/scripts/prove/bench/insert-row";

const insert = rowInserter(process.env.DATABASE_URL ?? "");

export async function POST(request: Request): Promise<Response> {
  const body = await insert(await request.text());
  return new Response(body, { status: 201, headers: { "content-type": "application/json" } });
}
