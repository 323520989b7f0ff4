import type { Endpoint } from "@/lib/contract/endpoint";
import { Refusal, type RefusalDetails } from "@/lib/core/errors";
import { type AdminRole, hasRole } from "@/lib/core/identity/admin-roles";
import type { Mode } from "@/lib/core/modes";
import type {
  AdminActor,
  KeyActor,
  PlatformActor,
  PublicActor,
  SessionActor,
} from "@/lib/domain/platform/context";
import type {
  AdminCredential,
  Credential,
  KeyCredential,
  PlatformCredential,
  SessionCredential,
} from "./credential";

type Caller = KeyActor | SessionActor | AdminActor | PlatformActor | PublicActor;

/** How long ago a person may have authenticated for what needs it anew. */
const STEP_UP_MS = 600_000;

function denied(message: string, details: RefusalDetails): Refusal {
  return new Refusal("permission_denied", message, { details });
}

const roleMissing = (requiredRole: AdminRole | undefined) =>
  denied("Your role does not allow this.", { reason: "role_missing", requiredRole });

const adminRequired = () => denied("Only an admin user can do this.", { reason: "admin_required" });

/**
 * Decides whether a credential may call an endpoint.
 * @throws Refusal `permission_denied` with `details.requiredScope` or `details.requiredRole`, with
 * `details.methods` for a person who must authenticate anew, or `details.reason` for a kind of credential
 * that the endpoint does not take
 */
export function authorize(declaration: Endpoint, credential: Credential): Caller {
  switch (credential.kind) {
    case "public":
      return credential;
    case "session":
      return authorizeSession(declaration, credential);
    case "admin":
      return authorizeAdmin(declaration, credential);
    default:
      return authorizeKey(declaration, credential);
  }
}

function authorizeSession(declaration: Endpoint, credential: SessionCredential): SessionActor {
  if (declaration.auth === "relay") {
    throw denied("Only an API key can call the relay.", { reason: "api_key_required" });
  }
  if (declaration.auth === "admin") throw adminRequired();
  refuseClosed(declaration, credential);
  if (declaration.stepUp === true) requireStepUp(credential);
  const { kind, userId, sessionId, merchantId, mode } = credential;
  return { kind, userId, sessionId, merchantId, mode };
}

/** Of a closed merchant its people read, return money and end things. Its keys were revoked when it was closed. */
function refuseClosed({ method, whenClosed }: Endpoint, { isClosed }: SessionCredential): void {
  if (!isClosed || method === "GET" || whenClosed) return;
  throw denied("The merchant's account is closed.", { reason: "merchant_closed" });
}

function authorizeAdmin(declaration: Endpoint, credential: AdminCredential): AdminActor {
  const { kind, adminId, role, sessionId } = credential;
  const { role: requiredRole } = declaration;
  if (!requiredRole || !hasRole(role, requiredRole)) {
    throw roleMissing(requiredRole);
  }
  if (declaration.stepUp === true) requireStepUp(credential);
  return { kind, adminId, role, sessionId };
}

/**
 * Decides whether a credential that may call an endpoint may do so with this input.
 * @throws Refusal `permission_denied` with `details.requiredRole`, or with `details.methods` for a person who must
 * authenticate anew
 */
export function authorizeInput(
  { stepUp, higherRole }: Pick<Endpoint, "stepUp" | "higherRole">,
  credential: Credential,
  /** What the declaration parsed. */
  input: object,
): void {
  if (credential.kind === "admin" && higherRole) {
    const rule: { when(input: object): boolean } = higherRole;
    const requiredRole = higherRole.role;
    if (rule.when(input) && !hasRole(credential.role, requiredRole))
      throw roleMissing(requiredRole);
  }
  if (typeof stepUp !== "object") return;
  if (credential.kind !== "session" && credential.kind !== "admin") return;
  const rule: { when(input: object, caller: { mode?: Mode }): boolean } = stepUp;
  const caller = credential.kind === "session" ? { mode: credential.mode } : {};
  if (rule.when(input, caller)) requireStepUp(credential);
}

/**
 * @throws Refusal `permission_denied` with `details.methods` for a person who must authenticate anew
 */
export function requireStepUp(credential: SessionCredential | AdminCredential): void {
  if (credential.kind === "session") refuseHeld(credential);
  const { authenticatedAt, stepUpMethods } = credential;
  if (authenticatedAt && Date.now() - authenticatedAt.getTime() <= STEP_UP_MS) return;
  throw denied("Authenticate again, and repeat the request.", {
    reason: "step_up_required",
    methods: stepUpMethods,
  });
}

/**
 * A person with access to the mailbox can reset the password and authenticate again with it: refuse during the hold.
 */
function refuseHeld({ heldUntil }: SessionCredential): void {
  if (heldUntil === null || heldUntil.getTime() <= Date.now()) return;
  throw denied("The password was reset recently. Try again a day after the reset.", {
    reason: "security_hold",
    until: heldUntil.toISOString(),
  });
}

function authorizeKey(
  declaration: Endpoint,
  credential: KeyCredential | PlatformCredential,
): KeyActor | PlatformActor {
  const { auth, scope } = declaration;
  const isPublishable = credential.kind === "key" && credential.keyKind === "publishable";
  if (auth === "session") {
    throw denied("Sign in to the dashboard for this.", { reason: "session_required" });
  }
  if (auth === "admin") throw adminRequired();
  if (isPublishable && !declaration.publishable) {
    throw denied("A publishable key cannot call this endpoint.", {
      reason: "secret_key_required",
      requiredScope: scope,
    });
  }
  if (!isPublishable && scope && !credential.scopes.includes(scope)) {
    throw denied(`The API key lacks the scope ${scope}.`, {
      reason: "scope_missing",
      requiredScope: scope,
    });
  }
  return credential.kind === "key" ? keyActor(credential) : platformActor(declaration, credential);
}

function keyActor({ kind, merchantId, mode, keyId, keyKind, scopes }: KeyCredential): KeyActor {
  return { kind, merchantId, mode, keyId, keyKind, scopes };
}

function platformActor({ auth }: Endpoint, { kind, mode, keyId }: PlatformCredential) {
  if (auth === "relay") return { kind, mode, keyId };
  throw denied("The platform key is for the hosted pages.", { reason: "merchant_key_required" });
}
