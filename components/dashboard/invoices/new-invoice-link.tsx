"use client";

import { useRouter } from "next/navigation";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useActing, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { Offered } from "@/components/ui/offered";

/** Leads to the editor; the reason where nothing new can be made. */
export function NewInvoiceLink() {
  const why = useWhyNoCreating();
  const router = useRouter();
  const { mode } = useActing();
  const href = hrefIn("/dashboard/invoices/new", mode);
  useShortcut({ key: "c", label: "New invoice", run: why ? null : () => router.push(href) });
  return (
    <Offered why={why}>
      <ButtonLink href={href}>New invoice</ButtonLink>
    </Offered>
  );
}
