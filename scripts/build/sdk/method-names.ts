import { registry } from "@/lib/contract/registry";

/** The endpoints that are not found where the rule puts them. */
const named: Readonly<Record<string, `${string}.${string}`>> = {
  relayPayment: "relay.pay",
  relaySubscription: "relay.subscribe",
  getSubmission: "relay.getSubmission",
  recordRefundSignature: "refunds.recordSignature",
  authorizeRefund: "refunds.authorize",
  upsertCustomer: "customers.upsert",
  createWebhookReplay: "webhookReplays.create",
  getMerchantChainStatus: "merchants.chainStatus",
  getWebhookInspector: "webhookInspector.get",
  openWebhookInspector: "webhookInspector.open",
  listInspectedWebhooks: "webhookInspector.list",
  search: "search.find",
  getBooks: "books.get",
  getStorefront: "storefront.get",
  saveStorefront: "storefront.save",
  getPublicLink: "checkout.getLink",
  checkoutLink: "checkout.payByLink",
  getStore: "store.get",
  checkoutProduct: "store.checkout",
  getPermitNonce: "tokens.getPermitNonce",
  getMerchantCard: "checkout.getMerchantCard",
  getPublicSession: "checkout.getSession",
  recordSessionPayer: "checkout.recordPayer",
  getPublicPlan: "checkout.getPlan",
  getPlanSubscription: "checkout.getPlanSubscription",
  recordPlanPayer: "checkout.recordPlanPayer",
  requestSessionSigning: "checkout.requestSigning",
  requestPlanSigning: "checkout.requestPlanSigning",
  verifyChallenge: "auth.verifyChallenge",
  updateOwnMerchant: "merchants.update",
  changeTier: "merchants.changeTier",
  requestWalletProof: "merchants.requestWalletProof",
  proveWallet: "merchants.proveWallet",
  transferOwnership: "merchants.transferOwnership",
  revealApiKeySuccessor: "apiKeys.revealSuccessor",
  listRequestErrors: "requestLog.listErrors",
  listApiKeyRequests: "apiKeys.listRequests",
  exportApiKeyRequests: "apiKeys.exportRequests",
  getAgentConfig: "agents.getConfig",
  updateAgentConfig: "agents.updateConfig",
  sendContactMessage: "contact.send",
  advanceClock: "testClock.advance",
  getSignedInAdmin: "admin.me",
  health: "operations.health",
  ready: "operations.ready",
};

const verbs: Readonly<Record<string, string>> = {
  GET: "list",
  POST: "create",
  PATCH: "update",
  DELETE: "delete",
};

const camelCase = (text: string) =>
  text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * By its path: `GET /v1/refunds/{id}` is `refunds.get`, `POST /v1/refunds/{id}/cancel` is `refunds.cancel`. Objects below
 * another one are found by their own name: `createProduct` at `/v1/storefront/products` is `products.create`. Those of admin users keep their names, in one group.
 */
function placeOf(name: string, { method, path }: { method: string; path: string }): string {
  const [, , noun = "", ...rest] = path.split("/");
  if (noun === "admin") return `admin.${name}`;
  const [, verb = "", own = ""] = /^([a-z]+)([A-Z]\w*?)s?$/.exec(name) ?? [];
  const many = `${own.charAt(0).toLowerCase()}${own.slice(1)}s`;
  const isBelow = (segment: string) => many.toLowerCase().endsWith(segment.replaceAll("-", ""));
  if (own !== "" && rest.some(isBelow)) return `${many}.${verb}`;
  const last = rest.at(-1);
  const isOne = last?.startsWith("{") ?? false;
  if (last && !isOne) return `${camelCase(noun)}.${camelCase(last)}`;
  return `${camelCase(noun)}.${method === "GET" && isOne ? "get" : verbs[method]}`;
}

/** Where each endpoint is found in the client: group and method, in their order. */
export const methodNames: Readonly<Record<string, string>> = Object.fromEntries(
  [...registry]
    .map(([name, endpoint]) => [name, named[name] ?? placeOf(name, endpoint)] as const)
    .sort(([, one], [, other]) => (one < other ? -1 : 1)),
);

/** Names of endpoints that are not there. */
export const unknownNames = Object.keys(named).filter((name) => !registry.has(name));
