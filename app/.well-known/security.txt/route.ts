import { runtime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

const VALID_MS = 180 * 86_400_000;

/** Whom to tell of a weakness (RFC 9116). */
export function GET(): Response {
  const { APP_URL, SUPPORT_EMAIL } = runtime().config;
  const page = (path: string) => new URL(path, APP_URL).href;
  const lines = [
    ...(SUPPORT_EMAIL === undefined ? [] : [`Contact: mailto:${SUPPORT_EMAIL}`]),
    `Contact: ${page("/contact")}`,
    `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${page("/.well-known/security.txt")}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "max-age=3600" },
  });
}
