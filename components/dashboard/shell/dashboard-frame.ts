import type { PrivyApp } from "@/lib/core/identity/privy-app";
import type { Mode } from "@/lib/core/modes";
import type { WalletConnectors } from "@/lib/core/wallets/wallet-connectors";

/** A business that the switcher offers. */
export interface FrameBusiness {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** What the shell shows around a page of the dashboard. */
export interface DashboardFrame {
  /** The page's own. */
  readonly path: string;
  /** Where this server is, for examples. */
  readonly origin: string;
  readonly mode: Mode;
  /** Whether live payments can be settled here at all. */
  readonly hasLive: boolean;
  /** Email address of the signed-in user; empty while it is unknown. */
  readonly email: string;
  /** Where they sign in, if not here. */
  readonly elsewhere: PrivyApp | null;
  /** The ways to wallets outside the browser; null for none. */
  readonly connectors: WalletConnectors | null;
  /** Null until the API knows the signed-in user. */
  readonly business: FrameBusiness | null;
  readonly businesses: readonly FrameBusiness[];
}

/** Pages of the person's own account, which need no business. */
const accountPages: readonly string[] = ["/dashboard/settings/security"];

/** Whether a page is shown to a person who has no business: an admin user need not have one. */
export const needsNoBusiness = (path: string): boolean => accountPages.includes(path);

/** A page of the dashboard in a mode. The console's pages are of both. */
export const hrefIn = (path: string, mode: Mode): string =>
  path.startsWith("/admin") ? path : `${path}?mode=${mode}`;
