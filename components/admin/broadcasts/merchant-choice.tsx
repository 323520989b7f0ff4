"use client";

import { useState } from "react";
import { MerchantState } from "@/components/admin/merchants/merchant-states";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { usePaused } from "@/components/dashboard/palette/use-paused";
import { LinkButton } from "@/components/ui/link-button";
import { TextField } from "@/components/ui/text-field";
import type { getMerchant, listMerchants } from "@/lib/contract/admin/merchants";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

type Listed = ReceivedOutput<typeof listMerchants>["data"][number];

const listRoute = { method: "GET", path: "/v1/admin/merchants" } as const;
const oneRoute = { method: "GET", path: "/v1/admin/merchants/{id}" } as const;
const MOST = "6";

interface Props {
  /** The merchant that is chosen; null while none is. */
  id: string | null;
  onChoose(id: string | null): void;
}

/** Chooses one merchant by its name, address or id. */
export function MerchantChoice({ id, onChoose }: Props) {
  const chosen = useAnswer<typeof getMerchant>(
    oneRoute,
    { id: id ?? "" },
    { enabled: id !== null },
  );
  if (id !== null) {
    const { data } = chosen;
    return (
      <div className="text-sm">
        <p className="font-medium">Merchant</p>
        <div className="mt-1.5 flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-xl border border-line px-3">
          <span className="wrap-anywhere min-w-0">
            {data?.businessName ?? id}
            {data?.email && <span className="text-muted"> · {data.email}</span>}
          </span>
          <LinkButton onClick={() => onChoose(null)}>Change</LinkButton>
        </div>
        <QueryProblem problem={chosen.error} />
      </div>
    );
  }
  return <MerchantSearch onChoose={onChoose} />;
}

function MerchantSearch({ onChoose }: Pick<Props, "onChoose">) {
  const [typed, setTyped] = useState("");
  const text = usePaused(typed.trim());
  const enabled = text.length > 1;
  const found = useAnswer<typeof listMerchants>(listRoute, { q: text, limit: MOST }, { enabled });
  const rows = (enabled && found.data?.data) || [];
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        name="merchant"
        label="Merchant"
        hint="Type a name, an e-mail address, an id or a wallet, then choose below."
        autoComplete="off"
        value={typed}
        wrong="Choose a merchant from the list."
        status={enabled && found.data ? sayCount(rows.length) : ""}
        onChange={({ target }) => setTyped(target.value)}
      />
      <QueryProblem problem={found.error} />
      {rows.length > 0 && (
        <ul aria-label="Merchants found" className="grid gap-1">
          {rows.map((row) => (
            <li key={row.id}>
              <FoundMerchant row={row} onChoose={() => onChoose(row.id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sayCount = (count: number) => {
  if (count === 0) return "No merchant found.";
  return count === 1 ? "1 merchant found." : `${count} merchants found.`;
};

function FoundMerchant({ row, onChoose }: { row: Listed; onChoose(): void }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-xl border border-line px-3 text-left text-sm hover:border-edge"
    >
      <span className="wrap-anywhere min-w-0">
        {row.businessName}
        {row.email && <span className="text-muted"> · {row.email}</span>}
      </span>
      <MerchantState status={row.status} />
    </button>
  );
}
