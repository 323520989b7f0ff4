import type { Auth } from "@/lib/contract/endpoint";
import { invalidRequest } from "@/lib/core/errors";
import { type Mode, modes } from "@/lib/core/modes";
import { findAdmin } from "@/lib/domain/identity/find-admin";
import { findMember } from "@/lib/domain/identity/find-member";
import type { AdminCredential, SessionCredential } from "./credential";
import type { ApiRequest } from "./http";
import type { Runtime } from "./runtime";
import { verifyPerson } from "./verify-person";

type Sources = Pick<Runtime, "db" | "config" | "chains">;

/**
 * Finds the person of an access token: an admin user where an endpoint is for those, else one of a merchant.
 * @throws Refusal as `authenticate` does
 */
export async function authenticateToken(
  current: Sources,
  auth: Auth,
  token: string,
  { header }: Pick<ApiRequest, "header">,
): Promise<SessionCredential | AdminCredential> {
  const { verified, provider } = await verifyPerson(current, token);
  const { sessionId, authenticatedAt, stepUpMethods, heldUntil } = verified;
  const signedIn = { sessionId, authenticatedAt, stepUpMethods };
  if (auth === "admin") {
    const hasSecondFactor =
      verified.hasSecondFactor || (await provider.hasEnrolledFactor?.(verified.subject)) === true;
    const { id: adminId, role } = await findAdmin(current.db, { ...verified, hasSecondFactor });
    return { kind: "admin", adminId, role, ...signedIn };
  }
  const mode = modeOf(header("stipend-mode"));
  const member = await findMember(current.db, verified, header("stipend-merchant"));
  return { kind: "session", ...member, mode, ...signedIn, heldUntil };
}

function modeOf(named: string | null): Mode {
  const mode = modes.find((one) => one === (named ?? "test"));
  if (mode) return mode;
  throw invalidRequest("Stipend-Mode", "Stipend-Mode must be test or live.", {
    reason: "validation_failed",
  });
}
