"use client";

import { useRouter } from "next/navigation";
import { useActing, useWhyNoCreating } from "@/components/dashboard/acting-context";
import { hrefIn } from "@/components/dashboard/dashboard-frame";
import { useShortcut } from "@/components/keyboard/use-shortcut";
import { Button } from "@/components/ui/button";

/** Leads to the editor; disabled with the reason where nothing new can be made. */
export function NewInvoiceLink() {
  const { mode } = useActing();
  const router = useRouter();
  const why = useWhyNoCreating();
  const open = () => router.push(hrefIn("/dashboard/invoices/new", mode));
  useShortcut({ key: "c", label: "New invoice", run: why ? null : open });
  return (
    <Button disabled={why !== null} title={why ?? undefined} onClick={open}>
      New invoice
    </Button>
  );
}
