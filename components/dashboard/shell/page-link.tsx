"use client";

import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { useActing } from "./acting-context";
import { hrefIn } from "./dashboard-frame";

interface Props {
  path: string;
  /** After the mode, e.g. `status=confirmed`. */
  query?: string;
  children: ReactNode;
}

/** Leads to a page of the dashboard in the same mode, as the action of a place where nothing is yet. */
export function PageLink({ path, query, children }: Props) {
  const { mode } = useActing();
  const href = hrefIn(path, mode);
  return (
    <ButtonLink look="secondary" href={query === undefined ? href : `${href}&${query}`}>
      {children}
    </ButtonLink>
  );
}
