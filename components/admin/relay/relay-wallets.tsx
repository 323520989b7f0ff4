"use client";

import { useState } from "react";
import { RepairDialog } from "@/components/admin/repairs/repair-dialog";
import { useWhyNot } from "@/components/admin/shell/admin-context";
import { useWhileSeen } from "@/components/admin/shell/attention";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { AlertIcon, CheckIcon, CrossIcon } from "@/components/ui/icons";
import { LinkButton } from "@/components/ui/link-button";
import { shortHex } from "@/components/ui/short-hex";
import { Skeleton } from "@/components/ui/skeleton";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import type { listRelayWallets, retireRelayWallet } from "@/lib/contract/admin/repairs";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

type Wallet = ReceivedOutput<typeof listRelayWallets>["wallets"][number];

const path = "/v1/admin/relay-wallets";
const LOOK_MS = 15_000;

const looks = {
  service: { tone: "good", word: "In service", icon: CheckIcon },
  keyless: { tone: "bad", word: "Key missing", icon: AlertIcon },
  retired: { tone: "neutral", word: "Retired", icon: CrossIcon },
} satisfies Record<string, StateLook>;

const stateOf = ({ retiredAt, canSign }: Wallet): keyof typeof looks => {
  if (retiredAt !== null) return "retired";
  return canSign ? "service" : "keyless";
};

const columns: readonly Column<Wallet>[] = [
  { name: "Wallet", cell: ({ address }) => <CopyHex hex={address} what="the wallet’s address" /> },
  { name: "Chain", cell: ({ chainId }) => chainId },
  {
    name: "State",
    cell: (wallet) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <StateBadge look={looks[stateOf(wallet)]} />
        {wallet.retiredAt && (
          <span className="text-muted text-xs">
            <LocalTime iso={wallet.retiredAt} shape="short" locale="en" />
          </span>
        )}
      </span>
    ),
  },
  { name: "Waiting", isNumber: true, cell: ({ queued }) => queued },
  { name: "Sent", isNumber: true, cell: ({ signedPayments }) => signedPayments },
];

const retireColumn: Column<Wallet> = {
  name: "Repair",
  cell: (wallet) => (wallet.retiredAt === null ? <Retire wallet={wallet} /> : "–"),
};

/** The wallets that have relayed, with what depends on each. */
export function RelayWallets() {
  const everyMs = useWhileSeen(LOOK_MS);
  const found = useAnswer<typeof listRelayWallets>({ method: "GET", path }, {}, { everyMs });
  const { data, error, refetch } = found;
  const why = useWhyNot("super_admin", "retire wallets");
  if (!data) {
    return error ? (
      <QueryProblem problem={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton label="Loading wallets" />
    );
  }
  if (data.wallets.length === 0) {
    return <p className="text-muted text-sm">No wallet has sent a transaction yet.</p>;
  }
  return (
    <div className="grid gap-4">
      <Table
        caption="Wallets"
        columns={why === null ? [...columns, retireColumn] : columns}
        rows={data.wallets}
        keyOf={({ chainId, address }) => `${chainId} ${address}`}
      />
      {why !== null && <p className="text-muted text-sm">{why}</p>}
    </div>
  );
}

function Retire({ wallet: { chainId, address } }: { wallet: Wallet }) {
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const changed = useListChanged(path);
  const route = { method: "POST", path: "/v1/admin/relay-wallets/retire" } as const;
  return (
    <>
      <LinkButton label={`Retire the wallet ${shortHex(address)}`} onClick={() => setOpen(true)}>
        Retire
      </LinkButton>
      {isOpen && (
        <RepairDialog
          title={`Retire the wallet ${shortHex(address)}?`}
          action="Retire wallet"
          look="danger"
          done="Wallet retired."
          call={(input) => api<typeof retireRelayWallet>(route, { chainId, address, ...input })}
          onDone={changed}
          onClose={() => setOpen(false)}
        >
          {({ wallet }) => <RetirementEffect wallet={wallet} />}
        </RepairDialog>
      )}
    </>
  );
}

/** What depends on a wallet, and what becomes of it. */
function RetirementEffect({ wallet: { queued, signedPayments, others } }: { wallet: Wallet }) {
  return (
    <ul className="grid list-disc gap-1 pl-4">
      <li>{`Waiting payments that go to the other wallets: ${queued}.`}</li>
      <li>{`Sent payments that are followed to their end: ${signedPayments}.`}</li>
      <li>{`Other wallets in service: ${others}.`}</li>
      {others === 0 && (
        <li className="font-medium text-bad">No payment can be sent on this chain afterwards.</li>
      )}
      <li>The operator’s command line can take the wallet back into service.</li>
    </ul>
  );
}
