import { cookies } from "next/headers";
import { runtime } from "@/lib/server/runtime";

const isSecure = () => new URL(runtime().config.APP_URL).protocol === "https:";
/** With the prefix no other host of the domain can set it; it is then sent for every path. */
const nameOf = (kind: TokenKind) => `${isSecure() ? "__Host-" : ""}stipend_${kind}`;

/** Of the payer who is signed in here, or of a sign-in that waits for its signature: beginning one ends no session. */
type TokenKind = "payer" | "sign_in";

export async function payerToken(kind: TokenKind): Promise<string | undefined> {
  return (await cookies()).get(nameOf(kind))?.value;
}

/** Leaves a token with the browser: no script reads it, and no other site's page sends it. @param seconds it lives */
export async function keepPayerToken(
  kind: TokenKind,
  token: string,
  seconds: number,
): Promise<void> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
  (await cookies()).set(nameOf(kind), token, { ...options, maxAge: seconds });
}

export async function dropPayerToken(kind: TokenKind): Promise<void> {
  (await cookies()).delete({ name: nameOf(kind), path: "/", secure: isSecure() });
}
