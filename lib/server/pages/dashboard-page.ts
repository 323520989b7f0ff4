import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { deploymentsOf } from "@/lib/adapters/chain/chains";
import { walletConnectors } from "@/lib/adapters/env/wallet-settings";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { type Mode, modes } from "@/lib/core/modes";
import type { WalletConnectors } from "@/lib/core/wallets/wallet-connectors";
import type { Browser } from "@/lib/domain/identity/browser";
import { type Business, listBusinesses } from "@/lib/domain/identity/list-businesses";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { pageContext } from "./page-context";
import { appElsewhere, findVisitor, type Visitor, visitorBrowser } from "./visitor";

/** What a page's address asks for, as Next gives it. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Who looks at a page of the dashboard, for which business and in which mode. */
export interface DashboardVisit {
  readonly ctx: Context<PublicActor>;
  readonly browser: Browser;
  readonly visitor: Visitor;
  /** Null until the API knows the signed-in user. */
  readonly business: Business | null;
  /** What the page's address asks for. */
  readonly query: URLSearchParams;
  /** What the shell shows. */
  readonly frame: {
    readonly path: string;
    /** Where this server is, for examples. */
    readonly origin: string;
    readonly mode: Mode;
    readonly hasLive: boolean;
    readonly email: string;
    /** Where they sign in, if not here. */
    readonly elsewhere: PrivyApp | null;
    readonly connectors: WalletConnectors | null;
    readonly business: Business | null;
    readonly businesses: readonly Business[];
  };
}

/** Who looks at the dashboard, for which business: read once for a request, by the layout and by the page. */
export const openShell = cache(async () => {
  const ctx = await pageContext();
  const visitor = await findVisitor(ctx);
  if (!visitor) return null;
  const businesses = await listBusinesses(ctx.db, visitor);
  const wanted = (await cookies()).get("stipend_business")?.value;
  const business = businesses.find(({ id }) => id === wanted) ?? businesses[0] ?? null;
  const hasLive = deploymentsOf(ctx.chains, "live").length > 0;
  const { email } = visitor;
  const elsewhere = appElsewhere(ctx);
  const origin = ctx.config.APP_URL;
  const connectors = walletConnectors(ctx.config);
  const frame = { origin, hasLive, email, elsewhere, connectors, business, businesses };
  return { ctx, visitor, frame };
});

/**
 * Opens a page of the dashboard. Redirects a visitor who is not signed in to sign-in and back, and an address without a
 * mode to the same page with its mode.
 * @param path of the page, e.g. `/dashboard/settings/security`
 */
export async function openDashboard(path: string, asked: SearchParams): Promise<DashboardVisit> {
  const query = queryOf(await asked);
  const shell = await openShell();
  const here = query.size > 0 ? `${path}?${query}` : path;
  if (!shell) redirect(`/login?returnTo=${encodeURIComponent(here)}`);
  const { ctx, visitor } = shell;
  const mode = modeOf(query.get("mode"));
  if (!mode) {
    query.set("mode", modeOf((await cookies()).get("stipend_mode")?.value) ?? "test");
    redirect(`${path}?${query}`);
  }
  const frame = { ...shell.frame, path, mode };
  const { business } = frame;
  return { ctx, browser: await visitorBrowser(ctx), visitor, business, query, frame };
}

const modeOf = (named: string | null | undefined): Mode | undefined =>
  modes.find((mode) => mode === named);

/** A page's query as the browser has it. */
export function queryOf(asked: Awaited<SearchParams>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    for (const one of [value ?? []].flat()) query.append(name, one);
  }
  return query;
}
