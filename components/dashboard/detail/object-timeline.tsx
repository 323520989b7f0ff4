"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Timeline, type TimelineEntry } from "./timeline";
import { tellStep } from "./timeline-words";
import { useTimeline } from "./use-timeline";

interface Props {
  id: string;
  shown: { resource: string; watches?: readonly string[] };
  /** Of the object. */
  currency: string;
  /** What is still awaited, after what has happened. */
  awaited?: readonly TimelineEntry[];
}

/** The section of an object's page that tells what happened to it. */
export function ObjectTimeline({ id, shown, currency, awaited = [] }: Props) {
  const { data, error, isPending, refetch } = useTimeline(id, shown);
  return (
    <Section title="Timeline">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {isPending && !error && <Skeleton label="Loading timeline" />}
      {data && (
        <Timeline entries={[...data.data.map((step) => tellStep(step, currency)), ...awaited]} />
      )}
    </Section>
  );
}
