import { expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { privyEndpoints, registry, uploadEndpoints } from "@/lib/contract/registry";
import { adminRoles } from "@/lib/core/identity/admin-roles";
import { scopes } from "@/lib/core/identity/scopes";
import { authorize } from "./authorize";
import type {
  AdminCredential,
  Credential,
  KeyCredential,
  PlatformCredential,
  SessionCredential,
} from "./credential";

function endpointOf(name: string): Endpoint {
  const endpoint = registry.get(name);
  if (!endpoint) throw new Error(`there is no ${name}`);
  return endpoint;
}
const createSession = endpointOf("createSession");
const getCustomer = endpointOf("getCustomer");
const relayPayment = endpointOf("relayPayment");

const secret: KeyCredential = {
  keyId: "ak_1",
  kind: "key",
  keyKind: "secret",
  merchantId: "mer_1",
  mode: "live",
  scopes: [...scopes],
  apiVersion: "2026-04-27",
  allowedOrigins: null,
};
const publishable: KeyCredential = { ...secret, keyKind: "publishable", scopes: [] };
const platform: PlatformCredential = { ...secret, kind: "platform" };
const signedIn = { sessionId: "ses_1", authenticatedAt: null, stepUpMethods: ["password"] };
const session: SessionCredential = {
  kind: "session",
  userId: "usr_1",
  merchantId: "mer_1",
  mode: "test",
  isClosed: false,
  heldUntil: null,
  ...signedIn,
};
const admin: AdminCredential = { kind: "admin", adminId: "adm_1", role: "admin", ...signedIn };
const denied = (details: object) =>
  expect.objectContaining({ code: "permission_denied", info: { details } });
const reasonOf = (declaration: Endpoint, credential: Credential) => {
  try {
    authorize(declaration, credential);
    return null;
  } catch (error) {
    return error;
  }
};

test("a secret key with the scope acts for its merchant in its mode", () => {
  expect(authorize(getCustomer, secret)).toEqual({
    kind: "key",
    merchantId: "mer_1",
    mode: "live",
    keyId: "ak_1",
    keyKind: "secret",
    scopes: [...scopes],
  });
});

test("every other scope is not the one that is needed", () => {
  const others = scopes.filter((scope) => scope !== getCustomer.scope);
  expect(reasonOf(getCustomer, { ...secret, scopes: others })).toEqual(
    denied(expect.objectContaining({ requiredScope: getCustomer.scope })),
  );
});

test("a publishable key needs no scope where it may call, and no scope lets it call elsewhere", () => {
  expect(authorize(createSession, publishable)).toMatchObject({ keyKind: "publishable" });
  expect(reasonOf(getCustomer, { ...publishable, scopes: [...scopes] })).toEqual(
    denied(expect.objectContaining({ reason: "secret_key_required" })),
  );
});

test("the platform key relays and does nothing else", () => {
  expect(authorize(relayPayment, platform)).toEqual({
    kind: "platform",
    mode: "live",
    keyId: "ak_1",
  });
  expect(reasonOf(getCustomer, platform)).toEqual(
    denied(expect.objectContaining({ reason: "merchant_key_required" })),
  );
  expect(reasonOf(relayPayment, { ...platform, scopes: [] })).toEqual(
    denied(expect.objectContaining({ requiredScope: relayPayment.scope })),
  );
});

test("a person has every scope, and never relays nor does what is an admin user's", () => {
  expect(authorize(getCustomer, session)).toEqual({
    kind: "session",
    userId: "usr_1",
    sessionId: "ses_1",
    merchantId: "mer_1",
    mode: "test",
  });
  expect(reasonOf(relayPayment, session)).toEqual(denied({ reason: "api_key_required" }));
  expect(reasonOf({ ...getCustomer, auth: "admin", role: "read_only" }, session)).toEqual(
    denied({ reason: "admin_required" }),
  );
});

test("what is a person's takes no key, and what is an admin user's neither", () => {
  for (const key of [secret, publishable, platform]) {
    const reasons = (["session", "admin"] as const).map((auth) =>
      reasonOf({ ...getCustomer, auth, publishable: true }, key),
    );
    expect(reasons).toEqual([
      denied({ reason: "session_required" }),
      denied({ reason: "admin_required" }),
    ]);
  }
});

test("an admin user may do what needs their role or one below it", () => {
  for (const [at, role] of adminRoles.entries()) {
    for (const [least, required] of adminRoles.entries()) {
      const declaration: Endpoint = { ...getCustomer, auth: "admin", role: required };
      const refused = reasonOf(declaration, { ...admin, role });
      const expected = denied({ reason: "role_missing", requiredRole: required });
      expect([role, required, refused]).toEqual([role, required, at >= least ? null : expected]);
    }
  }
  expect(reasonOf(getCustomer, admin)).toEqual(denied({ reason: "role_missing" }));
});

test("a step up is of the last ten minutes, of persons alone", () => {
  const declaration: Endpoint = { ...getCustomer, stepUp: true };
  const ago = (minutes: number) => ({ authenticatedAt: new Date(Date.now() - minutes * 60_000) });
  const required = denied({ reason: "step_up_required", methods: ["password"] });
  expect(reasonOf(declaration, session)).toEqual(required);
  expect(reasonOf(declaration, { ...session, ...ago(10.1) })).toEqual(required);
  expect(reasonOf(declaration, { ...session, ...ago(9.9) })).toBeNull();
  expect(reasonOf(declaration, secret)).toBeNull();
  const ofAdmins: Endpoint = { ...declaration, auth: "admin", role: "admin" };
  expect(reasonOf(ofAdmins, admin)).toEqual(required);
  expect(reasonOf(ofAdmins, { ...admin, ...ago(1) })).toBeNull();
});

test("for a day after a password was reset nobody does what takes a step up", () => {
  const declaration: Endpoint = { ...getCustomer, stepUp: true };
  const fresh = { ...session, authenticatedAt: new Date() };
  const heldUntil = new Date(Date.now() + 60_000);
  const held = denied({ reason: "security_hold", until: heldUntil.toISOString() });
  expect(reasonOf(declaration, { ...fresh, heldUntil })).toEqual(held);
  expect(reasonOf(getCustomer, { ...fresh, heldUntil })).toBeNull();
  expect(reasonOf(declaration, { ...fresh, heldUntil: new Date(Date.now() - 1) })).toBeNull();
});

test("people of a closed merchant read, return money and end things, and do nothing else", () => {
  const closed = { ...session, isClosed: true, authenticatedAt: new Date() };
  const open = [...registry, ...uploadEndpoints, ...privyEndpoints].filter(
    ([, { auth, method }]) => (auth === "merchant" || auth === "session") && method !== "GET",
  );
  const allowed = open.filter(([, endpoint]) => reasonOf(endpoint, closed) === null);
  expect(allowed.map(([name]) => name).sort()).toEqual([
    "archivePlan",
    "archiveProduct",
    "archiveStorefront",
    "authorizeRefund",
    "cancelJob",
    "cancelRefund",
    "cancelSession",
    "cancelSubscription",
    "cancelWebhookReplay",
    "createOwnMerchant",
    "createRefund",
    "deleteWebhookEndpoint",
    "disableWebhookEndpoint",
    "expireSession",
    "markNotificationsRead",
    "recordRefundSignature",
    "refundHold",
    "releaseHold",
    "revokeApiKey",
    "unpublishStorefront",
    "updateAgentConfig",
    "updateNotificationPreferences",
    "voidInvoice",
  ]);
  for (const [name, endpoint] of open.filter((one) => !allowed.includes(one))) {
    expect(reasonOf(endpoint, closed), name).toEqual(denied({ reason: "merchant_closed" }));
  }
  expect(reasonOf(getCustomer, closed)).toBeNull();
});
