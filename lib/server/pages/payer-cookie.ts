import { cookies } from "next/headers";
import { runtime } from "@/lib/server/runtime";

const name = "stipend_payer";

/** The token of the payer who is signed in here, or about to. */
export async function payerToken(): Promise<string | undefined> {
  return (await cookies()).get(name)?.value;
}

/** Leaves a token with the browser: no script reads it, and no other site's page sends it. @param seconds it lives */
export async function keepPayerToken(token: string, seconds: number): Promise<void> {
  const secure = new URL(runtime().config.APP_URL).protocol === "https:";
  const options = { httpOnly: true, sameSite: "lax", path: "/subscriptions", secure } as const;
  (await cookies()).set(name, token, { ...options, maxAge: seconds });
}

export async function dropPayerToken(): Promise<void> {
  (await cookies()).delete({ name, path: "/subscriptions" });
}
