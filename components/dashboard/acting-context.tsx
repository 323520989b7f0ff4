"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Route } from "@/lib/client/call";
import { type Acting, callAsPerson } from "@/lib/client/call-as-person";
import type { Endpoint, ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type { Mode } from "@/lib/core/modes";

const context = createContext<Acting>({ mode: "test", merchantId: null });

/** Tells the pages below for whom and in which mode they call the API. */
export function ActingProvider({ acting, children }: { acting: Acting; children: ReactNode }) {
  return <context.Provider value={acting}>{children}</context.Provider>;
}

/**
 * Calls the API as whoever is signed in, for the page's business and in its mode.
 * @param mode where what is shown is of one mode, whichever the page is in
 */
export function useApi(mode?: Mode) {
  const page = useContext(context);
  const acting = { ...page, mode: mode ?? page.mode };
  return <E extends Endpoint>(
    route: Route<E>,
    input: SentInput<E>,
    options?: Parameters<typeof callAsPerson>[3],
  ): Promise<ReceivedOutput<E>> => callAsPerson<E>(acting, route, input, options);
}
