"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { FirstObject } from "@/components/dashboard/data/use-object";

/** What another object is called by. */
export interface NamedObject {
  readonly id: string;
  readonly name: string | null;
  readonly email?: string | null;
}

/** What an object belongs to, as the server read it with the page; null where there is none, or it could not be read. */
export interface NamedObjects {
  readonly Customer: FirstObject<NamedObject> | null;
  readonly Plan: FirstObject<NamedObject> | null;
}

const context = createContext<NamedObjects>({ Customer: null, Plan: null });

/** Tells the pages below what the names are, so that they need not ask. */
export function NamedObjectsProvider(props: { named: NamedObjects; children: ReactNode }) {
  return <context.Provider value={props.named}>{props.children}</context.Provider>;
}

/** The object of that kind and id, if it was read with the page. */
export function useNamedObject(
  kind: keyof NamedObjects,
  id: string,
): FirstObject<NamedObject> | null {
  const first = useContext(context)[kind];
  return first?.object.id === id ? first : null;
}
