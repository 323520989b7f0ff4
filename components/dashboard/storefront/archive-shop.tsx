"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showToast } from "@/components/ui/toast";
import type { archiveStorefront } from "@/lib/contract/storefronts/storefronts";
import type { Storefront } from "./shop-draft";

const path = "/v1/storefront/archive";

/** Closes the shop for good. */
export function ArchiveShop(props: { shop: Storefront; onArchived(shop: Storefront): void }) {
  const { shop, onArchived } = props;
  const api = useApi();
  const { busy, problem, run } = useTask();
  const [open, setOpen] = useState(false);
  const archive = () =>
    void run(async () => {
      const archived = await api<typeof archiveStorefront>({ method: "POST", path }, {});
      setOpen(false);
      showToast("Shop archived.");
      onArchived(archived);
    });
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Archive
      </Button>
      <ConfirmDialog
        title={`Archive the shop “${shop.name}”?`}
        action="Archive shop"
        open={open}
        busy={busy}
        typed={shop.slug}
        aside={<CopyCurl request={{ method: "POST", path, input: {} }} />}
        onClose={() => setOpen(false)}
        onConfirm={archive}
      >
        <p>
          The shop closes for good. This can’t be undone. For 30 days its address can’t be used, by
          you either. Your products are kept for the next shop, and open checkouts can still be
          paid.
        </p>
        <TaskProblem problem={problem} />
      </ConfirmDialog>
    </>
  );
}
