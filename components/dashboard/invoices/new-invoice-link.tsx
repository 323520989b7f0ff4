"use client";

import { useRouter } from "next/navigation";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useActing, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";

/** Leads to the editor; disabled with the reason where nothing new can be made. */
export function NewInvoiceLink() {
  const why = useWhyNoCreating();
  const router = useRouter();
  const { mode } = useActing();
  const href = hrefIn("/dashboard/invoices/new", mode);
  useShortcut({ key: "c", label: "New invoice", run: why ? null : () => router.push(href) });
  if (why) {
    return (
      <Button disabled title={why}>
        New invoice
      </Button>
    );
  }
  return <ButtonLink href={href}>New invoice</ButtonLink>;
}
