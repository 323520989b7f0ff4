import { cookies } from "next/headers";
import { runtime } from "@/lib/server/runtime";

const isSecure = () => new URL(runtime().config.APP_URL).protocol === "https:";
/** With the prefix no other host of the domain can set it; it is then sent for every path. */
const nameHere = () => (isSecure() ? "__Host-stipend_payer" : "stipend_payer");

/** The token of the payer who is signed in here, or about to. */
export async function payerToken(): Promise<string | undefined> {
  return (await cookies()).get(nameHere())?.value;
}

/** Leaves a token with the browser: no script reads it, and no other site's page sends it. @param seconds it lives */
export async function keepPayerToken(token: string, seconds: number): Promise<void> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
  (await cookies()).set(nameHere(), token, { ...options, maxAge: seconds });
}

export async function dropPayerToken(): Promise<void> {
  (await cookies()).delete({ name: nameHere(), path: "/", secure: isSecure() });
}
