"use client";

import { useObject } from "@/components/dashboard/data/use-object";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getTimeline } from "@/lib/contract/insight/timelines";

type Timeline = ReceivedOutput<typeof getTimeline>;

/** Webhooks are tried again without an event of their own. */
const EVERY_MS = 20_000;

/** What happened to an object, and what goes on happening. */
export const useTimeline = (id: string, shown: { resource: string; watches?: readonly string[] }) =>
  useObject<Timeline>({
    path: "/v1/timelines/{id}",
    id,
    shown: { ...shown, id },
    first: null,
    everyMs: EVERY_MS,
  });
