import { expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { scopes } from "@/lib/core/scopes";
import type { Credential } from "./authenticate";
import { authorize } from "./authorize";

function endpointOf(name: string): Endpoint {
  const endpoint = registry.get(name);
  if (!endpoint) throw new Error(`there is no ${name}`);
  return endpoint;
}
const createSession = endpointOf("createSession");
const getCustomer = endpointOf("getCustomer");
const relayPayment = endpointOf("relayPayment");

const secret: Credential = {
  keyId: "ak_1",
  kind: "secret",
  merchantId: "mer_1",
  mode: "live",
  scopes: [...scopes],
  apiVersion: "2026-04-27",
};
const publishable: Credential = { ...secret, kind: "publishable", scopes: [] };
const platform: Credential = { ...secret, kind: "platform", merchantId: null };
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
    kind: "merchant",
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
