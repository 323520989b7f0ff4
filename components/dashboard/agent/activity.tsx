"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { CheckIcon, ClockIcon, RefundIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { LocalTime } from "@/components/ui/time/local-time";
import type { RowOf } from "@/lib/client/read-page";
import type { listAgentActivity } from "@/lib/contract/agents/activity";
import { agentCapabilities } from "@/lib/core/agents/capabilities";
import { capabilityWords } from "./capability-words";

type Entry = RowOf<typeof listAgentActivity>;

const looks: Readonly<Record<Entry["outcome"], StateLook>> = {
  succeeded: { tone: "good", word: "Done", icon: CheckIcon },
  pending: { tone: "wait", word: "Under way", icon: ClockIcon },
  failed: { tone: "bad", word: "Not possible", icon: RefundIcon },
};

const activityList: ListDeclaration<Entry> = {
  path: "/v1/agents/activity",
  shown: { resource: "agent_activity" },
  noun: "actions",
  columns: [
    { name: "Action", place: "title", cell: ({ summary }) => <Sentence text={summary} /> },
    { name: "Why", place: "more", cell: ({ reason }) => <Sentence text={reason} /> },
    {
      name: "Capability",
      place: "amount",
      cell: ({ capability }) => capabilityWords[capability].title,
    },
    {
      name: "Outcome",
      place: "state",
      cell: ({ outcome }) => <StateBadge look={looks[outcome]} />,
    },
    {
      name: "Time",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
  ],
  filters: [
    {
      kind: "choice",
      name: "capability",
      label: "Capability",
      options: agentCapabilities.map((value) => ({ value, label: capabilityWords[value].title })),
    },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
  ],
  empty: "Nothing yet. Everything the agent does appears here, with the reason.",
  example: { method: "GET", path: "/v1/agents/activity", input: { capability: "recovery" } },
};

/** Addresses in it break anywhere. */
const Sentence = ({ text }: { text: string }) => <span className="wrap-anywhere">{text}</span>;

/** What the agent did. */
export function Activity({ first }: { first: FirstPage<Entry> | null }) {
  return (
    <section aria-labelledby="agent-activity">
      <h2 id="agent-activity" className="mb-4 font-semibold tracking-tight">
        Activity
      </h2>
      <ListView isPart list={activityList} first={first} />
    </section>
  );
}
