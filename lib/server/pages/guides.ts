import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runtime } from "@/lib/server/runtime";

/** The guides, in reading order: files of `docs/guides`. */
export const guideNames = [
  "quick-start",
  "webhooks",
  "test-clock",
  "subscriptions",
  "agent",
  "selling",
  "refunds",
  "books",
  "going-live",
] as const;

/** A guide, as its file has it. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** Its first paragraph. */
  readonly summary: string;
  /** Markdown, without the title. */
  readonly text: string;
}

/** Reads a guide; null where there is none of the name. */
export async function readGuide(name: string): Promise<Guide | null> {
  if (!guideNames.some((known) => known === name)) return null;
  const file = await readFile(join(process.cwd(), "docs/guides", `${name}.md`), "utf8");
  const [head = "", ...rest] = file.split("\n\n");
  return {
    name,
    title: head.replace(/^# /, "").trim(),
    summary: rest[0] ?? "",
    text: rest.join("\n\n"),
  };
}

/** Reads all of them. */
export async function readGuides(): Promise<Guide[]> {
  const guides = await Promise.all(guideNames.map(readGuide));
  return guides.filter((guide) => guide !== null);
}

/** What language models read first (llmstxt.org): what this is, and where each part is told. */
export async function llmsText(): Promise<Response> {
  const url = runtime().config.APP_URL;
  const guides = (await readGuides()).map(
    ({ name, title, summary }) =>
      `- [${title}](${url}/docs/guides/${name}): ${summary.replaceAll("\n", " ")}`,
  );
  const text = `# Stipend

> A billing backend, dashboard and hosted checkout for stablecoins. Customers sign in a wallet and pay no network fee; merchants get USDC or EURC in their own wallet, and a signed webhook.

Amounts are integer strings in the token's smallest unit: 2.50 USDC is "2500000". Keys are \`sk_test_…\` and \`sk_live_…\`, sent as \`Authorization: Bearer\`. Every POST takes \`Idempotency-Key\`. Ship on the webhook \`payment.completed\`, never on the customer's return.

## Guides

${guides.join("\n")}

## Reference

- [OpenAPI description](${url}/openapi.json): every endpoint, field, error and webhook
- [API reference](${url}/docs): the same for people
- [Pricing](${url}/pricing): the fee by plan
- [Status](${url}/status): whether payments are settled now
`;
  return new Response(text, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=300",
      "x-content-type-options": "nosniff",
    },
  });
}
