"use client";

import { useState } from "react";
import { RepairDialog } from "@/components/admin/repairs/repair-dialog";
import { useWhyNot } from "@/components/admin/shell/admin-context";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { Offered } from "@/components/ui/offered";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { type Column, Table } from "@/components/ui/table";
import type { resumeIndexer } from "@/lib/contract/admin/chains";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

type Resumption = ReceivedOutput<typeof resumeIndexer>;
type Node = Resumption["nodes"][number];

const route = { method: "POST", path: "/v1/admin/chains/resume" } as const;

const looks: Readonly<Record<Node["answer"], StateLook>> = {
  same: { tone: "good", word: "Same block", icon: CheckIcon },
  other: { tone: "bad", word: "Another block", icon: CrossIcon },
  missing: { tone: "wait", word: "No block", icon: ClockIcon },
  none: { tone: "neutral", word: "No answer", icon: AlertIcon },
};

const columns: readonly Column<Node>[] = [
  { name: "Node", cell: ({ name }) => name },
  { name: "Answer", cell: ({ answer }) => <StateBadge look={looks[answer]} /> },
  {
    name: "Block",
    cell: ({ name, hash }) => (hash ? <CopyHex hex={hash} what={`the block of ${name}`} /> : "–"),
  },
];

/** Resumes the reading of a halted chain, after what each node has in place of the final block. */
export function ResumeChain({ chainId }: { chainId: number }) {
  const [isOpen, setOpen] = useState(false);
  const why = useWhyNot("super_admin", "resume a chain");
  const api = useApi();
  const changed = useListChanged("/v1/admin/health");
  return (
    <Offered why={why}>
      <div>
        <Button look="secondary" onClick={() => setOpen(true)}>
          Compare nodes
        </Button>
      </div>
      {isOpen && (
        <RepairDialog
          title={`Resume reading chain ${chainId}?`}
          action="Resume reading"
          done={`Reading of chain ${chainId} continues.`}
          wide
          call={(input) => api<typeof resumeIndexer>(route, { chainId, ...input })}
          canApply={({ possible }) => possible}
          onDone={changed}
          onClose={() => setOpen(false)}
        >
          {(resumption) => <Comparison resumption={resumption} />}
        </RepairDialog>
      )}
    </Offered>
  );
}

function Comparison({ resumption }: { resumption: Resumption }) {
  const { haltedReason, consequence, finalBlock, nodes } = resumption;
  return (
    <>
      {haltedReason && <p className="wrap-anywhere">{haltedReason}</p>}
      {finalBlock && (
        <p>
          Final block {finalBlock.number}, as it was read:{" "}
          <CopyHex hex={finalBlock.hash} what="the final block" />
        </p>
      )}
      <div className="text-ink">
        <Table caption="Nodes" {...{ columns }} rows={nodes} keyOf={({ name }) => name} />
      </div>
      <p className="font-medium text-ink">{consequence}</p>
    </>
  );
}
