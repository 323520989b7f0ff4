"use client";

import { useEffect, useState } from "react";
import { restingSlug, textOfReason } from "@/components/account/problem-of";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { checkSlug } from "@/lib/contract/storefronts/storefronts";
import { slugProblem } from "./shop-draft";

const route = { method: "GET", path: "/v1/storefront/slugs/{slug}" } as const;

/** After the last key. */
const PAUSE_MS = 400;

type Answer = ReceivedOutput<typeof checkSlug>;

/**
 * Asks whether a shop could have a slug, once typing pauses; one that is malformed, or the shop's own, is not asked about.
 * @param own the slug that the shop has
 * @returns null while there is no answer for what is typed, also where none can be had: saving decides
 */
export function useSlugCheck(slug: string, own: string | null): Answer | null {
  const [paused, setPaused] = useState(slug);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(slug), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [slug]);
  const isAsked = paused === slug && slug !== own && slugProblem(slug) === null;
  const { data } = useAnswer<typeof checkSlug>(route, { slug: paused }, { enabled: isAsked });
  return isAsked && data?.slug === slug ? data : null;
}

/** What is said of an answer. */
export function slugWords({ reason, restsUntil }: Answer): string {
  if (reason === null) return "This address is free.";
  return (restsUntil === null ? textOfReason(reason) : restingSlug(restsUntil)) ?? "";
}
