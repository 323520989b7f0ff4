"use client";

import { useState } from "react";
import { RepairDialog } from "@/components/admin/repairs/repair-dialog";
import { useWhileSeen } from "@/components/admin/shell/attention";
import { ModeName } from "@/components/admin/shell/mode-name";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { useFreshList } from "@/components/dashboard/data/use-fresh-list";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { LinkButton } from "@/components/ui/link-button";
import { LocalTime } from "@/components/ui/time/local-time";
import type { resendMail } from "@/lib/contract/admin/mails";
import { canResend, type Mail, MailState, sayFailure, stateOptions } from "./mail-states";

const path = "/v1/admin/mail";
const LOOK_MS = 15_000;

const mailList: ListDeclaration<Mail> = {
  path,
  shown: { resource: "mail" },
  noun: "emails",
  columns: [
    {
      name: "To",
      place: "title",
      cell: ({ recipient, kind }) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium" title={recipient}>
            {recipient}
          </span>
          <code translate="no" className="block truncate font-mono text-muted text-xs">
            {kind}
          </code>
        </span>
      ),
    },
    {
      name: "Outcome",
      place: "note",
      cell: (mail) => (
        <span className="block truncate md:max-w-56" title={mail.response ?? undefined}>
          {sayFailure(mail)}
        </span>
      ),
    },
    { name: "State", place: "amount", cell: ({ state }) => <MailState state={state} /> },
    { name: "Attempts", place: "more", isNumber: true, cell: ({ attempts }) => attempts },
    { name: "Mode", place: "more", cell: ({ mode }) => <ModeName mode={mode} /> },
    {
      name: "Created",
      place: "more",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    { name: "Repair", place: "state", cell: (mail) => <Resend mail={mail} /> },
  ],
  tabs: { name: "state", values: stateOptions },
  filters: [
    { kind: "text", name: "address", label: "Address", hint: "ada@example.com" },
    { kind: "text", name: "kind", label: "Kind", hint: "payment_receipt" },
  ],
  hasCsv: true,
  empty: "No emails yet. Each email of the installation appears here, without its text.",
};

/** The emails of all merchants, newest first; those that were not sent can be sent again. */
export function MailList({ first }: { first: FirstPage<Mail> | null }) {
  useFreshList(path, useWhileSeen(LOOK_MS));
  return <ListView list={mailList} first={first} emptyAction={null} />;
}

function Resend({ mail }: { mail: Mail }) {
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const changed = useListChanged(path);
  const { id, recipient, kind } = mail;
  if (!canResend(mail)) return null;
  return (
    <>
      <LinkButton label={`Resend ${kind} to ${recipient}`} onClick={() => setOpen(true)}>
        Resend
      </LinkButton>
      {isOpen && (
        <RepairDialog
          title="Resend this email?"
          action="Resend email"
          done="Email queued."
          call={(input) =>
            api<typeof resendMail>(
              { method: "POST", path: "/v1/admin/mail/{id}/resend" },
              { id, ...input },
            )
          }
          onDone={changed}
          onClose={() => setOpen(false)}
        >
          {(found) => (
            <>
              <p className="wrap-anywhere">
                The email{" "}
                <code translate="no" className="font-mono">
                  {found.kind}
                </code>{" "}
                goes to <strong className="font-medium text-ink">{found.recipient}</strong> again,
                with new attempts.
              </p>
              <p className="wrap-anywhere">Last outcome: {sayFailure(found)}.</p>
              {found.response && <p className="wrap-anywhere">Mail server: “{found.response}”</p>}
            </>
          )}
        </RepairDialog>
      )}
    </>
  );
}
