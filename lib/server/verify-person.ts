import type { IdentityProvider } from "@/lib/adapters/identity/identity-provider";
import { claimedIssuer } from "@/lib/adapters/identity/json-web-token";
import { TokenRejected, type VerifiedToken } from "@/lib/adapters/identity/token-verifier";
import { refused } from "./credential";
import { identityProviders } from "./identity-providers";
import type { Runtime } from "./runtime";

/** A token that is good, and who has issued it. */
export interface VerifiedPerson {
  readonly verified: VerifiedToken;
  readonly provider: IdentityProvider;
}

/**
 * Finds whose an access token is.
 * @throws Refusal `authentication_error` with `token_invalid`
 */
export async function verifyPerson(
  current: Pick<Runtime, "db" | "config" | "chains">,
  token: string,
): Promise<VerifiedPerson> {
  const issuer = claimedIssuer(token);
  const provider = (await identityProviders(current)).find((one) => one.issuer === issuer);
  try {
    if (!provider) throw new TokenRejected("nobody here knows its issuer");
    return { verified: await provider.verify(token), provider };
  } catch (error) {
    if (!(error instanceof TokenRejected)) throw error;
    throw refused("token_invalid", "The access token is not valid.");
  }
}
