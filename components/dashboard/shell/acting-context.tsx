"use client";

import { createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import { takeTokensFrom } from "@/lib/client/access-token";
import type { Route } from "@/lib/client/call";
import { type Acting, callAsPerson } from "@/lib/client/call-as-person";
import { changeBy } from "@/lib/client/live/change-by";
import { tellOtherPages } from "@/lib/client/live/follow-events";
import type { Endpoint, ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import type { Mode } from "@/lib/core/modes";
import type { WalletConnectors } from "@/lib/core/wallets/wallet-connectors";

/** The acting user's business and its status. */
export interface ActingBusiness extends Acting {
  readonly status: string;
  /** Where the API is. */
  readonly origin: string;
  /** False in the console, whose pages are of both modes and of every business. */
  readonly hasModes?: boolean;
  /** The ways to wallets outside the browser; null for none. */
  readonly connectors?: WalletConnectors | null;
}

const nobody: ActingBusiness = { mode: "test", merchantId: null, status: "active", origin: "" };
const context = createContext(nobody);

interface Props {
  acting: ActingBusiness;
  /** Where people sign in, if not here. */
  elsewhere: PrivyApp | null;
  children: ReactNode;
}

/** Tells the pages below for whom and in which mode they call the API, and with whose tokens. */
export function ActingProvider({ acting, elsewhere, children }: Props) {
  // Before what is below asks for anything.
  useLayoutEffect(() => {
    if (!elsewhere) return;
    takeTokensFrom(async () => {
      const { requireToken } = await import("@/components/account/privy/privy-client");
      return requireToken(elsewhere);
    });
  }, [elsewhere]);
  return <context.Provider value={acting}>{children}</context.Provider>;
}

/** For whom and in which mode the page calls the API. */
export const useActing = (): ActingBusiness => useContext(context);

/** Why nothing new can be made for the business; null where it can. */
export function useWhyNoCreating(): string | null {
  const { status } = useActing();
  if (status === "suspended")
    return "This business is suspended, so you can’t create anything new.";
  return status === "closed" ? "The business is closed." : null;
}

/** Why nothing of the business can be changed, but for refunds and what ends something; null where it can. */
export function useWhyReadOnly(): string | null {
  return useActing().status === "closed"
    ? "This business is closed. You can still view its data, refund payments and end what is open."
    : null;
}

/**
 * Calls the API as the signed-in user, for the page's business and in the page's mode.
 * @param mode where what is shown is of one mode, whichever the page is in
 */
export function useApi(mode?: Mode) {
  const page = useActing();
  const acting = { merchantId: page.merchantId, mode: mode ?? page.mode };
  return async <E extends Endpoint>(
    route: Route<E>,
    input: SentInput<E>,
    options?: Parameters<typeof callAsPerson>[3],
  ): Promise<ReceivedOutput<E>> => {
    const answer = await callAsPerson<E>(acting, route, input, options);
    const changed = changeBy(route, answer);
    if (changed) tellOtherPages(acting, changed);
    return answer;
  };
}
