"use client";

import { Button } from "@/components/ui/button";

/** Opens the browser's print dialogue, which saves as PDF as well. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button look="secondary" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
