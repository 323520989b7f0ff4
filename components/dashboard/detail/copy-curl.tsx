"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { curlOf } from "@/lib/client/curl-of";
import type { ApiRequest } from "@/lib/client/fill-request";

/** Copies a request of the API as a command, so that what the page does can be done from code. */
export function CopyCurl({ request }: { request: ApiRequest }) {
  const ready = useHydrated();
  const text = ready ? curlOf(location.origin, request) : "";
  return <CopyButton quiet text={text} label="Copy as curl" copied="Copied" />;
}
