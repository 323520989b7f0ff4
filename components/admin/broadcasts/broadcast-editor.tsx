"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { useAdmin, useWhyNot } from "@/components/admin/shell/admin-context";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import type { getOverview } from "@/lib/contract/admin/analytics";
import type { createBroadcast } from "@/lib/contract/admin/broadcasts";
import { hasRole } from "@/lib/core/identity/admin-roles";
import { BroadcastPreview } from "./broadcast-preview";
import { MerchantChoice } from "./merchant-choice";

const route = { method: "POST", path: "/v1/admin/broadcasts" } as const;
const overviewRoute = { method: "GET", path: "/v1/admin/overview" } as const;
const confirmation = "send to all";

interface Draft {
  readonly title: string;
  readonly body: string;
  readonly audience: "all" | "merchant";
  readonly merchantId: string | null;
}

/** What is wrong with a text that has to be some characters long; undefined where nothing is. */
const wrongLength = (text: string, least: number, most: number) => {
  const { length } = text.trim();
  if (length >= least && length <= most) return undefined;
  return `Write ${least} to ${most} characters.`;
};

/** Writes to one merchant, or to all: the reader sees before what they will read. */
export function BroadcastEditor() {
  const { role } = useAdmin();
  const maySendAll = hasRole(role, "super_admin");
  const asked = useSearchParams().get("merchantId");
  const [draft, setDraft] = useState<Draft>({
    ...{ title: "", body: "", merchantId: asked },
    audience: asked || !maySendAll ? "merchant" : "all",
  });
  const [isAsking, setAsking] = useState(false);
  const why = useWhyNot("admin", "write to merchants");
  const change = (part: Partial<Draft>) => setDraft((known) => ({ ...known, ...part }));
  if (why) return <p className="text-muted">{why}</p>;
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <Section title="Message">
        <Form onSubmit={() => setAsking(true)} className="grid grid-cols-1 gap-5">
          <DraftFields {...{ draft, change, maySendAll }} />
          <div className="flex justify-end">
            <Button type="submit">Review and send</Button>
          </div>
        </Form>
      </Section>
      <BroadcastPreview title={draft.title} body={draft.body} />
      {isAsking && <SendDialog draft={draft} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface FieldsProps {
  draft: Draft;
  change(part: Partial<Draft>): void;
  maySendAll: boolean;
}

function DraftFields({ draft, change, maySendAll }: FieldsProps) {
  const { title, body, audience, merchantId } = draft;
  return (
    <>
      <SelectField
        name="audience"
        label="Audience"
        hint={maySendAll ? undefined : "Only a super admin can write to all merchants."}
        value={audience}
        onChange={({ target }) => change({ audience: target.value === "all" ? "all" : "merchant" })}
      >
        {maySendAll && <option value="all">All active merchants</option>}
        <option value="merchant">One merchant</option>
      </SelectField>
      {audience === "merchant" && (
        <MerchantChoice id={merchantId} onChoose={(id) => change({ merchantId: id })} />
      )}
      <TextField
        name="title"
        label="Title"
        autoComplete="off"
        required
        maxLength={160}
        value={title}
        wrong={wrongLength(title, 4, 160)}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextAreaField
        label="Text"
        hint="Plain text. Leave an empty line between paragraphs."
        wrong={wrongLength(body, 4, 4_000)}
        name="body"
        rows={8}
        required
        maxLength={4_000}
        value={body}
        onChange={({ target }) => change({ body: target.value })}
        className="field-sizing-content min-h-40"
      />
    </>
  );
}

/** Says to how many it goes, and sends it. */
function SendDialog({ draft, onClose }: { draft: Draft; onClose(): void }) {
  const { title, body, audience, merchantId } = draft;
  const isForAll = audience === "all";
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const api = useApi();
  const overview = useAnswer<typeof getOverview>(overviewRoute, {}, { enabled: isForAll });
  const count = overview.data?.merchants.active;
  const send = () =>
    run(async () => {
      const text = { title: title.trim(), body: body.trim() };
      const whom = isForAll ? { audience } : { audience, merchantId };
      await api<typeof createBroadcast>(route, { ...text, ...whom });
      showToast("Broadcast queued.");
      leaveFor("/admin/broadcasts");
    });
  return (
    <ConfirmDialog
      title={isForAll ? "Send to all active merchants?" : "Send to this merchant?"}
      action="Send broadcast"
      look={isForAll ? "danger" : "primary"}
      {...(isForAll && { typed: confirmation })}
      open
      busy={busy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>
        “{title.trim()}” goes out as a notification and an email
        {isForAll ? " to each active merchant" : ""}. It can’t be taken back.
      </p>
      {isForAll && (
        <Notice tone="wait">
          <p>
            Recipients:{" "}
            <strong className="font-semibold">
              {count === undefined ? "counting…" : count.toLocaleString("en")}
            </strong>
          </p>
        </Notice>
      )}
      <TaskProblem problem={problem} />
    </ConfirmDialog>
  );
}
