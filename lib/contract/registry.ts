import * as admins from "./admin/admins";
import * as adminAnalytics from "./admin/analytics";
import * as adminAuditLog from "./admin/audit-log";
import * as adminBroadcasts from "./admin/broadcasts";
import * as adminChains from "./admin/chains";
import * as adminContactMessages from "./admin/contact-messages";
import * as adminContracts from "./admin/contracts";
import * as adminEndpointReplays from "./admin/endpoint-replays";
import * as adminMails from "./admin/mails";
import * as adminMerchants from "./admin/merchants";
import * as adminRepairs from "./admin/repairs";
import * as adminSubmissions from "./admin/submissions";
import * as adminUsers from "./admin/users";
import * as agentActivity from "./agents/activity";
import * as agentConfig from "./agents/config";
import * as agentDigest from "./agents/digest";
import * as agentJobs from "./agents/jobs";
import * as agentTreasury from "./agents/treasury";
import type { Endpoint } from "./endpoint";
import * as apiKeys from "./identity/api-keys";
import * as challenge from "./identity/challenge";
import * as privyStepUp from "./identity/privy-step-up";
import * as privyWebhook from "./identity/privy-webhook";
import * as secretScanning from "./identity/secret-scanning";
import * as books from "./insight/books";
import * as complianceHolds from "./insight/compliance-holds";
import * as complianceLogs from "./insight/compliance-logs";
import * as forecast from "./insight/forecast";
import * as merchantHome from "./insight/merchant-home";
import * as notifications from "./insight/notifications";
import * as search from "./insight/search";
import * as stats from "./insight/stats";
import * as summary from "./insight/summary";
import * as timelines from "./insight/timelines";
import * as invoices from "./invoices/invoices";
import * as contact from "./merchants/contact";
import * as merchantAccount from "./merchants/merchant-account";
import * as merchantWallets from "./merchants/merchant-wallets";
import * as merchants from "./merchants/merchants";
import * as operations from "./operations/operations";
import * as requestLog from "./operations/request-log";
import * as testClock from "./operations/test-clock";
import * as checkout from "./payments/checkout";
import * as checkoutSigning from "./payments/checkout-signing";
import * as customers from "./payments/customers";
import * as paymentSessions from "./payments/payment-sessions";
import * as relay from "./payments/relay";
import * as tokens from "./payments/tokens";
import * as transactions from "./payments/transactions";
import * as refunds from "./refunds/refunds";
import * as paymentLinks from "./storefronts/payment-links";
import * as publicLinks from "./storefronts/public-links";
import * as publicStore from "./storefronts/public-store";
import * as storefrontOrders from "./storefronts/storefront-orders";
import * as storefrontProducts from "./storefronts/storefront-products";
import * as storefronts from "./storefronts/storefronts";
import * as renewals from "./subscriptions/renewals";
import * as subscriptionPlans from "./subscriptions/subscription-plans";
import * as subscriptions from "./subscriptions/subscriptions";
import * as events from "./webhooks/events";
import * as webhookDeliveries from "./webhooks/webhook-deliveries";
import * as webhookEndpoints from "./webhooks/webhook-endpoints";
import * as webhookInspector from "./webhooks/webhook-inspector";
import * as webhookReplays from "./webhooks/webhook-replays";

const modules = [
  paymentSessions,
  relay,
  transactions,
  refunds,
  customers,
  invoices,
  subscriptionPlans,
  subscriptions,
  renewals,
  paymentLinks,
  storefronts,
  storefrontProducts,
  storefrontOrders,
  agentJobs,
  agentTreasury,
  webhookEndpoints,
  webhookDeliveries,
  webhookReplays,
  webhookInspector,
  events,
  agentConfig,
  agentActivity,
  agentDigest,
  timelines,
  search,
  tokens,
  checkout,
  checkoutSigning,
  publicLinks,
  publicStore,
  challenge,
  merchants,
  merchantAccount,
  merchantWallets,
  merchantHome,
  stats,
  books,
  forecast,
  summary,
  notifications,
  complianceLogs,
  complianceHolds,
  apiKeys,
  requestLog,
  secretScanning,
  contact,
  admins,
  adminMerchants,
  adminAnalytics,
  adminBroadcasts,
  adminAuditLog,
  adminMails,
  adminContactMessages,
  adminRepairs,
  adminSubmissions,
  adminChains,
  adminContracts,
  adminEndpointReplays,
  adminUsers,
  testClock,
  operations,
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;

const endpointsOf = (module: object) =>
  Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
const declared = modules.flatMap(endpointsOf);

/** Every endpoint of the public API by its name, e.g. `createSession`. */
export const registry: ReadonlyMap<string, Endpoint> = new Map(
  declared.filter(([, { signedBy, upload }]) => !signedBy && !upload),
);

/** The endpoints whose body is a file. */
export const uploadEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  declared.filter(([, { upload }]) => upload),
);

/** The endpoints that other systems call with bodies that they sign. */
export const signedEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  [...declared, ...endpointsOf(privyWebhook)].filter(([, { signedBy }]) => signedBy),
);

/** The endpoints that answer only where people have their accounts at Privy. */
export const privyEndpoints: ReadonlyMap<string, Endpoint> = new Map(endpointsOf(privyStepUp));
