import type { Mode } from "@/lib/core/modes";

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
  readonly mode: Mode;
  /** Whether live payments can be settled here at all. */
  readonly hasLive: boolean;
  /** Whoever is signed in. */
  readonly email: string;
  /** Null until the API knows whoever is signed in. */
  readonly business: FrameBusiness | null;
  readonly businesses: readonly FrameBusiness[];
}

/** A page of the dashboard in a mode. */
export const hrefIn = (path: string, mode: Mode): string => `${path}?mode=${mode}`;
