"use client";

import { useWhyNot } from "@/components/admin/shell/admin-context";
import { useWhileSeen } from "@/components/admin/shell/attention";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { AlertIcon, CheckIcon, CrossIcon } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import type { listContracts } from "@/lib/contract/admin/contracts";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import { feeContracts } from "@/lib/core/chain/contract-kinds";
import { contractsPath, SetKeeper, SweepFees } from "./contract-calls";

type Contracts = ReceivedOutput<typeof listContracts>["contracts"][number];
type Keeper = Contracts["keepers"][number];
type Named = NonNullable<Contracts["treasury"]>;

const LOOK_MS = 15_000;

const looks = {
  allowed: { tone: "good", word: "May charge", icon: CheckIcon },
  denied: { tone: "neutral", word: "May not charge", icon: CrossIcon },
  unknown: { tone: "wait", word: "No answer", icon: AlertIcon },
} satisfies Record<string, StateLook>;

const stateOf = ({ allowed }: Keeper): keyof typeof looks => {
  if (allowed === null) return "unknown";
  return allowed ? "allowed" : "denied";
};

const keeperColumns: readonly Column<Keeper>[] = [
  { name: "Keeper", cell: ({ account }) => <CopyHex hex={account} what="the keeper’s address" /> },
  { name: "Wallet", cell: ({ relayer }) => (relayer ? "Relay wallet" : "Other account") },
  { name: "State", cell: (keeper) => <StateBadge look={looks[stateOf(keeper)]} /> },
];

/** Who has the roles of each deployment, with the calls that an operator makes. */
export function ContractsPage() {
  const everyMs = useWhileSeen(LOOK_MS);
  const route = { method: "GET", path: contractsPath } as const;
  const { data, error, refetch } = useAnswer<typeof listContracts>(route, {}, { everyMs });
  const why = useWhyNot("super_admin", "call the contracts");
  return (
    <div className="grid min-w-0 gap-5">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading contracts" />}
      {data && why !== null && <p className="text-muted text-sm">{why}</p>}
      {data?.contracts.map((contracts) => (
        <Deployment key={contracts.deploymentId} contracts={contracts} mayCall={why === null} />
      ))}
    </div>
  );
}

function Deployment({ contracts, mayCall }: { contracts: Contracts; mayCall: boolean }) {
  const { deploymentId, mode, chainId, currencies, keepers } = contracts;
  const name = `${mode === "live" ? "Live" : "Test"}, chain ${chainId}`;
  const repair: Column<Keeper> = {
    name: "Repair",
    cell: ({ account, allowed }) => (
      <SetKeeper {...{ deploymentId, account, name }} allowed={allowed !== true} />
    ),
  };
  return (
    <Section
      title={name}
      action={
        mayCall && (
          <span className="flex flex-wrap gap-3">
            {feeContracts.flatMap((contract) =>
              currencies.map((currency) => {
                const pot = { deploymentId, contract, currency, name };
                return <SweepFees key={`${contract} ${currency}`} {...pot} />;
              }),
            )}
          </span>
        )
      }
    >
      <div className="grid gap-8">
        <PendingNotices contracts={contracts} />
        <Table
          caption={`Roles of ${name}`}
          columns={roleColumns}
          rows={rolesOf(contracts)}
          keyOf={({ role }) => role}
        />
        {keepers.length > 0 && (
          <Table
            caption={`Keepers of ${name}`}
            columns={mayCall ? [...keeperColumns, repair] : keeperColumns}
            rows={keepers}
            keyOf={({ account }) => account}
          />
        )}
      </div>
    </Section>
  );
}

interface Role {
  readonly role: string;
  readonly holder: Named | null;
}

const rolesOf = ({ treasury, operator }: Contracts): readonly Role[] => [
  { role: "Treasury", holder: treasury },
  { role: "Operator", holder: operator },
];

const roleColumns: readonly Column<Role>[] = [
  { name: "Role", cell: ({ role }) => role },
  {
    name: "Holder",
    cell: ({ role, holder }) =>
      holder ? (
        <CopyHex hex={holder.account} what={`the address of the ${role}`} />
      ) : (
        "Not read yet"
      ),
  },
  {
    name: "Since",
    cell: ({ holder }) => (holder ? <LocalTime iso={holder.at} shape="short" locale="en" /> : "–"),
  },
];

/** Handovers that were offered or announced, and are not over. */
function PendingNotices({ contracts }: { contracts: Contracts }) {
  const { offeredTreasury, announcedTreasury, offeredOperator } = contracts;
  if (!offeredTreasury && !announcedTreasury && !offeredOperator) return null;
  return (
    <Notice tone="wait">
      <ul className="grid gap-1">
        {announcedTreasury && (
          <li>
            {announcedTreasury.account} was announced as treasury. It may take over from{" "}
            <LocalTime iso={announcedTreasury.acceptableAt} shape="second" locale="en" />, unless
            the treasury vetoes.
          </li>
        )}
        {offeredTreasury && (
          <li>
            The treasury offers its role to {offeredTreasury.account}, which has to accept it.
          </li>
        )}
        {offeredOperator && (
          <li>
            The operator offers its role to {offeredOperator.account}, which has to accept it.
          </li>
        )}
      </ul>
    </Notice>
  );
}
