import * as admin from "./admin";
import * as checkout from "./checkout";
import * as customers from "./customers";
import type { Endpoint } from "./endpoint";
import * as events from "./events";
import * as invoices from "./invoices";
import * as merchants from "./merchants";
import * as operations from "./operations";
import * as paymentSessions from "./payment-sessions";
import * as refunds from "./refunds";
import * as relay from "./relay";
import * as subscriptionPlans from "./subscription-plans";
import * as subscriptions from "./subscriptions";
import * as testClock from "./test-clock";
import * as tokens from "./tokens";
import * as transactions from "./transactions";
import * as webhookDeliveries from "./webhook-deliveries";
import * as webhookEndpoints from "./webhook-endpoints";
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
  webhookEndpoints,
  webhookDeliveries,
  webhookReplays,
  events,
  tokens,
  checkout,
  merchants,
  admin,
  testClock,
  operations,
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;

/** Every endpoint of the public API by its name, e.g. `createSession`. */
export const registry: ReadonlyMap<string, Endpoint> = new Map(
  modules.flatMap((module) => Object.entries(module).filter((entry) => isEndpoint(entry[1]))) as [
    string,
    Endpoint,
  ][],
);
