"use client";

import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import { connectWallet } from "@/lib/client/wallet/connect-wallet";
import type { updateOwnMerchant } from "@/lib/contract/merchants/merchant-account";
import { useApi } from "./acting-context";

/** Takes the wallet that payments go to, before it is registered; on the local chain one can be made here. */
export function PayoutForm({
  testChainId,
  onSaved,
}: {
  testChainId: number | null;
  onSaved(): void;
}) {
  const api = useApi();
  const { busy, problem, run } = useTask();
  const save = (payoutAddress: string) =>
    run(async () => {
      const route = { method: "PATCH", path: "/v1/merchants/me" } as const;
      await api<typeof updateOwnMerchant>(route, { payoutAddress });
      onSaved();
    });
  const takeTestWallet = (chainId: number) =>
    run(async () => {
      const { createTestWallet, payoutKeyName } = await import("@/lib/client/wallet/test-wallet");
      const wallet = createTestWallet(chainId, { name: payoutKeyName });
      const { account } = await connectWallet(wallet);
      await save(account);
    });
  return (
    <Form
      className="mt-3 grid max-w-md gap-3 text-ink"
      onSubmit={(event) => {
        event.preventDefault();
        void save(String(new FormData(event.currentTarget).get("payoutAddress")).trim());
      }}
    >
      <TextField
        name="payoutAddress"
        label="Wallet address"
        hint="Paste the address rather than typing it."
        placeholder="0x…"
        required
        spellCheck={false}
        autoComplete="off"
        error={problemAt(problem, "payoutAddress")}
      />
      <TaskProblem problem={problem} fields={["payoutAddress"]} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        {testChainId !== null && (
          <Button look="secondary" blocked={busy} onClick={() => void takeTestWallet(testChainId)}>
            Use a test wallet
          </Button>
        )}
      </div>
    </Form>
  );
}
