"use client";

import { useRouter } from "next/navigation";
import { useWhyNot } from "@/components/admin/shell/admin-context";
import { useWhileSeen } from "@/components/admin/shell/attention";
import { useFreshList } from "@/components/dashboard/data/use-fresh-list";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { ButtonLink } from "@/components/ui/button-link";
import { CheckIcon, ClockIcon } from "@/components/ui/icons";
import { Offered } from "@/components/ui/offered";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { LocalTime } from "@/components/ui/time/local-time";
import type { RowOf } from "@/lib/client/read-page";
import type { listBroadcasts } from "@/lib/contract/admin/broadcasts";

type Broadcast = RowOf<typeof listBroadcasts>;

const path = "/v1/admin/broadcasts";
const LOOK_MS = 5_000;

const looks = {
  sending: { tone: "wait", word: "Sending", icon: ClockIcon },
  sent: { tone: "good", word: "Sent", icon: CheckIcon },
} satisfies Record<string, StateLook>;

const count = (number: number) => number.toLocaleString("en");

const broadcastsList: ListDeclaration<Broadcast> = {
  path,
  shown: { resource: "broadcast" },
  noun: "broadcasts",
  columns: [
    {
      name: "Message",
      place: "title",
      cell: ({ title, body }) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{title}</span>
          <span dir="auto" className="block truncate text-muted text-xs">
            {body}
          </span>
        </span>
      ),
    },
    {
      name: "Audience",
      place: "note",
      cell: ({ audience, merchantId }) =>
        audience === "all" ? (
          "All merchants"
        ) : (
          <a
            href={`/admin/merchants/${merchantId}`}
            className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4"
          >
            One merchant
          </a>
        ),
    },
    {
      name: "State",
      place: "state",
      cell: ({ sentAt }) => <StateBadge look={sentAt ? looks.sent : looks.sending} />,
    },
    {
      name: "Emails",
      place: "amount",
      cell: ({ recipients, delivered, failed }) => (
        <span>
          {`${count(delivered)} of ${count(recipients)} delivered`}
          {failed > 0 && (
            <span className="block text-bad text-xs">{`${count(failed)} failed`}</span>
          )}
        </span>
      ),
    },
    {
      name: "Created",
      place: "more",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
  ],
  filters: [],
  hasCsv: true,
  empty: "No broadcasts yet. Messages to merchants appear here.",
};

/** Leads to the composer; the reason where the role may not write. */
export function NewBroadcastLink() {
  const why = useWhyNot("admin", "write to merchants");
  const router = useRouter();
  const href = "/admin/broadcasts/new";
  useShortcut({ key: "c", label: "New broadcast", run: why ? null : () => router.push(href) });
  return (
    <Offered why={why}>
      <ButtonLink href={href}>New broadcast</ButtonLink>
    </Offered>
  );
}

/** What was written to merchants, and how far each has got. */
export function BroadcastsList({ first }: { first: FirstPage<Broadcast> | null }) {
  useFreshList(path, useWhileSeen(LOOK_MS));
  return <ListView list={broadcastsList} first={first} emptyAction={<NewBroadcastLink />} />;
}
