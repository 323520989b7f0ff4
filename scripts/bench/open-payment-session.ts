import type { BenchStage } from "./bench-stage";

/** Opens a session of 49 USDC by the API. @returns the address of its pay page */
export async function openPaymentSession({ demo }: BenchStage): Promise<string> {
  const { baseUrl, apiKeys } = demo.info;
  const response = await fetch(`${baseUrl}/v1/payment-sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKeys.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: "49000000", currency: "USDC" }),
  });
  if (!response.ok) throw new Error(`No session: ${response.status} ${await response.text()}`);
  const { checkoutUrl } = (await response.json()) as { checkoutUrl: string };
  return checkoutUrl;
}
