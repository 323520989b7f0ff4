import type { Language } from "./code-languages";

/**
 * The first request of a merchant, with their own values.
 * @param apiKey null where it is known to the environment alone, as `STIPEND_API_KEY`
 */
export function requestCode(
  origin: string,
  apiKey: string | null,
): Readonly<Record<Language, string>> {
  const inScript = apiKey === null ? "process.env.STIPEND_API_KEY" : `"${apiKey}"`;
  const bearer =
    apiKey === null ? `\`Bearer \${process.env.STIPEND_API_KEY}\`` : `"Bearer ${apiKey}"`;
  const inPython =
    apiKey === null ? `f"Bearer {os.environ['STIPEND_API_KEY']}"` : `"Bearer ${apiKey}"`;
  return {
    curl: `curl ${origin}/v1/payment-sessions \\
  -H "Authorization: Bearer ${apiKey ?? "$STIPEND_API_KEY"}" \\
  -H "Content-Type: application/json" \\
  -d '{"amount": "5000000", "currency": "USDC", "description": "Two bags of coffee"}'`,
    Node: `import { createStipend } from "@stipend/sdk";

const stipend = createStipend({ baseUrl: "${origin}", key: ${inScript} });

const session = await stipend.paymentSessions.create({
  amount: "5000000", // 5.00 USDC
  currency: "USDC",
  description: "Two bags of coffee",
});
console.log(session.checkoutUrl);`,
    "Next.js": `// app/buy/route.ts
import { redirect } from "next/navigation";

export async function POST() {
  const response = await fetch("${origin}/v1/payment-sessions", {
    method: "POST",
    headers: {
      Authorization: ${bearer},
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ amount: "5000000", currency: "USDC" }),
  });
  const { checkoutUrl } = await response.json();
  redirect(checkoutUrl);
}`,
    Python: `import ${apiKey === null ? "os, " : ""}requests

response = requests.post(
    "${origin}/v1/payment-sessions",
    headers={"Authorization": ${inPython}},
    json={"amount": "5000000", "currency": "USDC", "description": "Two bags of coffee"},
)
print(response.json()["checkoutUrl"])`,
  };
}
