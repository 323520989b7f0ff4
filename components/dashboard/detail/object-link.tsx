"use client";

import Link from "next/link";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { shortId } from "./short-id";

/** Leads to the page of another object. @param path of the list that it is in */
export function ObjectLink(props: { path: string; id: string; name?: string }) {
  const { path, id, name } = props;
  const { mode } = useActing();
  return (
    <Link
      href={hrefIn(`${path}/${id}`, mode)}
      prefetch={false}
      title={id}
      className="underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {name ?? (
        <code translate="no" className="font-mono text-xs">
          {shortId(id)}
        </code>
      )}
    </Link>
  );
}
