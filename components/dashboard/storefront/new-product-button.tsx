"use client";

import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { usePanel } from "@/components/dashboard/shell/use-panel";
import { Button } from "@/components/ui/button";
import { Offered } from "@/components/ui/offered";

/** The value of the address's parameter `product` for the drawer of a new one. */
export const NEW_PRODUCT = "new";

/** Opens the drawer for a new product; shows the reason when the business cannot create anything. */
export function NewProductButton() {
  const why = useWhyNoCreating();
  const { open } = usePanel("product");
  const label = "Create product";
  const create = () => open(NEW_PRODUCT);
  useShortcut({ key: "c", label, run: why ? null : create });
  return (
    <Offered why={why}>
      <Button onClick={create}>{label}</Button>
    </Offered>
  );
}
