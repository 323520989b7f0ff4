"use client";

import { Button } from "@/components/ui/button";

/** Opens the browser's print dialogue. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button look="secondary" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
