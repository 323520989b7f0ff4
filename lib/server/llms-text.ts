import { readGuides } from "./guides";
import { runtime } from "./runtime";

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
