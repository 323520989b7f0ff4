"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Dialog } from "@/components/ui/dialog";
import { CheckIcon, ClockIcon } from "@/components/ui/icons";
import { LinkButton } from "@/components/ui/link-button";
import { LinkedText } from "@/components/ui/linked-text";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import type { RowOf } from "@/lib/client/read-page";
import type {
  answerContactMessage,
  listContactMessages,
  reopenContactMessage,
} from "@/lib/contract/admin/contact-messages";
import type { ContactTopic } from "@/lib/core/kinds";

type Message = RowOf<typeof listContactMessages>;

const path = "/v1/admin/contact-messages";

const topicWords: Readonly<Record<ContactTopic, string>> = {
  sales: "Sales",
  support: "Support",
  partnership: "Partnership",
  security: "Security",
  other: "Other",
};

const looks = {
  open: { tone: "wait", word: "Open", icon: ClockIcon },
  answered: { tone: "good", word: "Answered", icon: CheckIcon },
} satisfies Record<string, StateLook>;

const contactList: ListDeclaration<Message> = {
  path,
  shown: { resource: "contact_message" },
  noun: "messages",
  columns: [
    {
      name: "From",
      place: "title",
      cell: ({ name, company, message }) => (
        <span className="block min-w-0">
          <span dir="auto" className="block truncate font-medium">
            {[name, company].filter(Boolean).join(", ")}
          </span>
          <span dir="auto" className="block truncate text-muted text-xs">
            {message}
          </span>
        </span>
      ),
    },
    { name: "Topic", place: "note", cell: ({ topic }) => topicWords[topic] },
    {
      name: "State",
      place: "amount",
      cell: ({ answeredAt }) => <StateBadge look={answeredAt ? looks.answered : looks.open} />,
    },
    {
      name: "Received",
      place: "more",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    { name: "Message", place: "state", cell: (message) => <ReadMessage message={message} /> },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "open", label: "Open" },
      { value: "answered", label: "Answered" },
    ],
  },
  filters: [],
  hasCsv: true,
  empty: "No messages yet. Messages from the contact form appear here.",
};

/** What was sent by the contact form, newest first. */
export function ContactList({ first }: { first: FirstPage<Message> | null }) {
  return <ListView list={contactList} first={first} emptyAction={null} />;
}

function ReadMessage({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <LinkButton label={`Read the message from ${message.name}`} onClick={() => setOpen(true)}>
        Read
      </LinkButton>
      {isOpen && <MessageDialog message={message} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The whole message, with its answer by the reader's own mail program. */
function MessageDialog({ message, onClose }: { message: Message; onClose(): void }) {
  const { id, name, email, topic, answeredAt, createdAt } = message;
  const { busy, problem, run } = useTask();
  const api = useApi();
  const changed = useListChanged(path);
  const isOpen = answeredAt === null;
  const mark = () =>
    void run(async () => {
      await (isOpen
        ? api<typeof answerContactMessage>(
            { method: "POST", path: `${path}/{id}/answered` },
            { id },
          )
        : api<typeof reopenContactMessage>({ method: "POST", path: `${path}/{id}/open` }, { id }));
      await changed();
      onClose();
      showToast(isOpen ? "Message marked as answered." : "Message marked as open.");
    });
  return (
    <Dialog title={`Message from ${name}`} open busy={busy} wide onClose={onClose}>
      <div className="grid gap-5">
        <p className="wrap-anywhere text-muted text-sm">
          {email} · {topicWords[topic]} · <LocalTime iso={createdAt} shape="short" locale="en" />
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={message.message} />
        </p>
        <TaskProblem problem={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" busy={busy} onClick={mark}>
            {isOpen ? "Mark as answered" : "Mark as open"}
          </Button>
          <ButtonLink href={answerBy(message)}>Reply by email</ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}

/** An address may hold what ends it in a link (RFC 6068). */
const answerBy = ({ email, topic }: Message) =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(`Re: your message (${topicWords[topic]})`)}`;
