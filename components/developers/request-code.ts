import type { Language } from "./code-languages";

/** The first request of a merchant, with their own values. */
export function requestCode(origin: string, apiKey: string): Readonly<Record<Language, string>> {
  return {
    curl: `curl ${origin}/v1/payment-sessions \\
  -H "Authorization: Bearer ${apiKey}" \\
  -H "Content-Type: application/json" \\
  -d '{"amount": "5000000", "currency": "USDC", "description": "Two bags of coffee"}'`,
    Node: `import { createStipend } from "@stipend/sdk";

const stipend = createStipend({ baseUrl: "${origin}", key: "${apiKey}" });

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
      Authorization: "Bearer ${apiKey}",
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ amount: "5000000", currency: "USDC" }),
  });
  const { checkoutUrl } = await response.json();
  redirect(checkoutUrl);
}`,
    Python: `import requests

response = requests.post(
    "${origin}/v1/payment-sessions",
    headers={"Authorization": "Bearer ${apiKey}"},
    json={"amount": "5000000", "currency": "USDC", "description": "Two bags of coffee"},
)
print(response.json()["checkoutUrl"])`,
  };
}
