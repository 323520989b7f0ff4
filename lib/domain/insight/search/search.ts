import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { search as declaration } from "@/lib/contract/insight/search";
import type { Scope } from "@/lib/core/identity/scopes";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import { type SearchKind, searchKinds, searchTerms } from "@/lib/core/text/search-terms";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findDeliveries, findEndpoints, findEvents, findKeys } from "./find-developer-hits";
import {
  findAgentJobs,
  findCustomers,
  findInvoices,
  findLinks,
  findPlans,
  findProducts,
  findRefunds,
  findSessions,
  findSubscriptions,
  findTransactions,
} from "./find-hits";
import type { HitRow, Search } from "./hit-rows";

type Hit = OutputOf<typeof declaration>["data"][number];

/** What a key must be allowed to read for what is found of a kind. */
const scopes: Readonly<Record<SearchKind, Scope>> = {
  payment_session: "sessions_read",
  transaction: "transactions_read",
  refund: "refunds_read",
  customer: "customers_read",
  subscription: "subscriptions_read",
  invoice: "invoices_read",
  subscription_plan: "subscriptions_read",
  payment_link: "storefronts_read",
  product: "storefronts_read",
  agent_job: "agents_read",
  event: "webhooks_read",
  webhook_endpoint: "webhooks_read",
  webhook_delivery: "webhooks_read",
  api_key: "api_keys_read",
};

/**
 * Finds the merchant's objects by what a text can be: an id, a hash, a wallet, an address of e-mail, an invoice's
 * number, an amount, or how a name begins. A key finds what its scopes let it read.
 */
export async function search(
  { db, actor, chains }: Context<MerchantActor>,
  { q }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const asked: Search = { db, actor, terms: searchTerms(q) };
  const chainIds = chains.deployments
    .filter(({ mode }) => mode === actor.mode)
    .map(({ chain }) => chain.id);
  const finders: Readonly<Record<SearchKind, (of: Search) => Promise<HitRow[]>>> = {
    payment_session: findSessions,
    transaction: findTransactions,
    refund: (of) => findRefunds(of, chainIds),
    customer: findCustomers,
    subscription: findSubscriptions,
    invoice: findInvoices,
    subscription_plan: findPlans,
    payment_link: findLinks,
    product: findProducts,
    agent_job: findAgentJobs,
    event: findEvents,
    webhook_endpoint: findEndpoints,
    webhook_delivery: findDeliveries,
    api_key: findKeys,
  };
  const found = await Promise.all(
    searchKinds
      .filter((kind) => mayRead(actor, kind))
      .map(async (kind) => (await finders[kind](asked)).map((row) => viewHit(actor, kind, row))),
  );
  return { object: "search_result", data: found.flat() };
}

function mayRead(actor: MerchantActor, kind: SearchKind): boolean {
  return actor.kind === "session" || actor.scopes.includes(scopes[kind]);
}

function viewHit({ mode }: MerchantActor, type: SearchKind, row: HitRow): Hit {
  return { ...row, object: "search_hit", type, mode, title: titleOf(type, row) };
}

/** An invoice's title begins with its number. */
function titleOf(type: SearchKind, { title }: HitRow): string | null {
  if (type !== "invoice" || title === null) return title;
  return title.replace(/^[0-9]+/, (number) => invoiceLabel(Number(number)));
}
