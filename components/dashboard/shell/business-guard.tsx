"use client";

import { Fragment, type ReactNode, useEffect } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useActing } from "./acting-context";

interface Props {
  /** The business that the server rendered the page for. */
  businessId: string | null;
  children: ReactNode;
}

/**
 * Renders a page only within the shell of its own business. All tabs share the chosen business, but a tab keeps its
 * shell from page to page: once another tab has chosen another business, the next page is of that one, and what it
 * saves would go to the shell's. The tab is then loaded again, which happens once: one request renders shell and page.
 */
export function BusinessGuard({ businessId, children }: Props) {
  const { merchantId } = useActing();
  const isOther = businessId !== merchantId;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  if (isOther) return <Skeleton label="Loading business" />;
  // What was typed for one business is not kept for another.
  return <Fragment key={businessId}>{children}</Fragment>;
}
