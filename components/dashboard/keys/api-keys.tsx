"use client";

import { type ReactNode, useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { RequestExample } from "@/components/dashboard/developers/request-example";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { usePanel } from "@/components/dashboard/shell/use-panel";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { showToast } from "@/components/ui/toast";
import { useOnce } from "@/components/ui/use-once";
import type { Mode } from "@/lib/core/modes";
import { type Keys, keysOf, type NewKey, type ShownKey } from "./acting-keys";
import { CreateKeyDialog } from "./create-key-dialog";
import { EndKeyDialog, type KeyEnd } from "./end-key-dialog";
import { keyColumns } from "./key-columns";
import { KeyRequestsDialog } from "./key-requests-dialog";
import { NewKeyDialog } from "./new-key-dialog";

interface Props {
  shown: ShownKey;
  keys: Keys;
  onRevealed(made: NewKey): void;
  /** Shows what the key was used for. */
  onRequests(shown: ShownKey): void;
}

/** Tells of a key that was found in public, and gives the one that takes its place. */
function LeakNotice({ shown, keys, onRevealed, onRequests }: Props) {
  const { busy, problem, run } = useTask();
  const why = useWhyReadOnly();
  const { leak, id, name, prefix, last4 } = shown;
  if (leak?.successor !== "waiting") return null;
  const reveal = () => run(async () => onRevealed(await keys.reveal(id)));
  return (
    <Notice tone="bad">
      <p className="font-medium">
        “{name}” (<code translate="no" className="font-mono text-xs">{`${prefix}…${last4}`}</code>)
        was found in public and has been revoked.
      </p>
      <ul className="mt-1 list-disc pl-4">
        {leak.places.map(({ url, source }) => (
          <li key={url} className="wrap-anywhere">
            {url || source}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        Reveal the replacement key and put it on your server, then review the requests made with the
        old key.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Offered why={why}>
          <Button busy={busy} onClick={reveal}>
            Reveal the new key
          </Button>
        </Offered>
        <Button look="secondary" onClick={() => onRequests(shown)}>
          See its requests
        </Button>
      </div>
      <TaskProblem problem={problem} />
    </Notice>
  );
}

/** So many more keys are shown at a time. */
const STEP = 50;

type OpenDialog =
  | { name: "create" }
  | { name: "made"; made: NewKey }
  | { name: "end"; end: KeyEnd; shown: ShownKey };

const words: Record<Mode, { title: string; text: string }> = {
  test: { title: "Test keys", text: "They move no real money." },
  live: { title: "Live keys", text: "They move real money." },
};

const example = {
  method: "POST",
  path: "/v1/payment-sessions",
  input: { amount: "49000000", currency: "USDC" },
} as const;

/** The business's keys of one mode: made, rotated and revoked here. */
export function ApiKeys({ mode }: { mode: Mode }) {
  const keys = keysOf(useApi());
  const { problem, run } = useTask();
  const [listed, setListed] = useState<readonly ShownKey[] | null>(null);
  const [count, setCount] = useState(STEP);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const requests = usePanel("requests");
  const read = () => run(async () => setListed(await keys.listAll()));
  useOnce(() => void read());
  const show = (made: NewKey) => {
    setAsked({ name: "made", made });
    void read();
  };
  const tellRevoked = ({ name }: ShownKey) => {
    setAsked(null);
    showToast(`“${name}” revoked.`);
    void read();
  };
  const close = () => setAsked(null);
  const askRequests = ({ id }: ShownKey) => requests.open(id);
  const used = listed?.find(({ id }) => id === requests.shown);
  const columns = keyColumns({
    onEnd: (end, shown) => setAsked({ name: "end", end, shown }),
    onRequests: askRequests,
  });
  const create = <CreateKey onAsk={() => setAsked({ name: "create" })} />;
  return (
    <div className="grid gap-5">
      {listed?.map((shown) => (
        <LeakNotice
          key={shown.id}
          shown={shown}
          keys={keys}
          onRevealed={show}
          onRequests={askRequests}
        />
      ))}
      <Section {...words[mode]} action={listed && listed.length > 0 && create}>
        <TaskProblem problem={problem} />
        {!listed && !problem && <Skeleton label="Loading keys" />}
        {listed?.length === 0 && <NoKeys create={create} />}
        {listed && listed.length > 0 && (
          <Table
            caption="API keys"
            columns={columns}
            rows={listed.slice(0, count)}
            keyOf={({ id }) => id}
          />
        )}
        {listed && listed.length > count && (
          <div className="mt-4">
            <Button look="secondary" onClick={() => setCount(count + STEP)}>
              Show more
            </Button>
          </div>
        )}
      </Section>
      {used && <KeyRequestsDialog shown={used} keys={keys} onClose={requests.close} />}
      {asked && (
        <AskedDialog
          asked={asked}
          {...{ mode, keys }}
          onMade={show}
          onRevoked={tellRevoked}
          onClose={close}
        />
      )}
    </div>
  );
}

const CreateKey = ({ onAsk }: { onAsk(): void }) => (
  <Offered why={useWhyReadOnly()}>
    <Button onClick={onAsk}>Create key</Button>
  </Offered>
);

const NoKeys = ({ create }: { create: ReactNode }) => (
  <EmptyState
    action={create}
    snippet={<RequestExample label="A request with a key" request={example} />}
  >
    No keys yet. Create one for your shop’s server. A key is shown only once.
  </EmptyState>
);

interface AskedProps {
  asked: OpenDialog;
  mode: Mode;
  keys: Keys;
  onMade(made: NewKey): void;
  onRevoked(shown: ShownKey): void;
  onClose(): void;
}

/** The dialog over the list. */
function AskedDialog({ asked, mode, keys, onMade, onRevoked, onClose }: AskedProps) {
  const shared = { keys, onMade, onClose };
  switch (asked.name) {
    case "create":
      return <CreateKeyDialog mode={mode} {...shared} />;
    case "made":
      return <NewKeyDialog made={asked.made} onClose={onClose} />;
    case "end":
      return <EndKeyDialog {...asked} {...shared} onRevoked={onRevoked} />;
  }
}
