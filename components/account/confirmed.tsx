"use client";

import { useOnce } from "@/components/ui/use-once";
import { tellConfirmed } from "./confirm-at-provider";

/** Tells the page that opened this window how it went, and closes it. */
export function Confirmed({ isProved }: { isProved: boolean }) {
  useOnce(() => {
    tellConfirmed(isProved);
    window.close();
  });
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">
        {isProved ? "Confirmed" : "Not confirmed"}
      </h1>
      <p className="mt-2 text-pretty text-muted">
        {isProved
          ? "Close this window to continue."
          : "The provider didn’t say that you signed in just now. Close this window, and use a code by email."}
      </p>
    </>
  );
}
