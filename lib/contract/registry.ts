import * as admin from "./admin";
import * as apiKeys from "./api-keys";
import * as challenge from "./challenge";
import * as checkout from "./checkout";
import * as contact from "./contact";
import * as customers from "./customers";
import type { Endpoint } from "./endpoint";
import * as events from "./events";
import * as invoices from "./invoices";
import * as merchantAccount from "./merchant-account";
import * as merchantHome from "./merchant-home";
import * as merchantWallets from "./merchant-wallets";
import * as merchants from "./merchants";
import * as operations from "./operations";
import * as paymentLinks from "./payment-links";
import * as paymentSessions from "./payment-sessions";
import * as privyStepUp from "./privy-step-up";
import * as privyWebhook from "./privy-webhook";
import * as publicLinks from "./public-links";
import * as publicStore from "./public-store";
import * as refunds from "./refunds";
import * as relay from "./relay";
import * as requestLog from "./request-log";
import * as search from "./search";
import * as secretScanning from "./secret-scanning";
import * as stats from "./stats";
import * as storefrontOrders from "./storefront-orders";
import * as storefrontProducts from "./storefront-products";
import * as storefronts from "./storefronts";
import * as subscriptionPlans from "./subscription-plans";
import * as subscriptions from "./subscriptions";
import * as testClock from "./test-clock";
import * as timelines from "./timelines";
import * as tokens from "./tokens";
import * as transactions from "./transactions";
import * as webhookDeliveries from "./webhook-deliveries";
import * as webhookEndpoints from "./webhook-endpoints";
import * as webhookInspector from "./webhook-inspector";
import * as webhookReplays from "./webhook-replays";

const modules = [
  paymentSessions,
  relay,
  transactions,
  refunds,
  customers,
  invoices,
  subscriptionPlans,
  subscriptions,
  paymentLinks,
  storefronts,
  storefrontProducts,
  storefrontOrders,
  webhookEndpoints,
  webhookDeliveries,
  webhookReplays,
  webhookInspector,
  events,
  timelines,
  search,
  tokens,
  checkout,
  publicLinks,
  publicStore,
  challenge,
  merchants,
  merchantAccount,
  merchantWallets,
  merchantHome,
  stats,
  apiKeys,
  requestLog,
  secretScanning,
  contact,
  admin,
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
