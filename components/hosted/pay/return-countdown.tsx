import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatDuration } from "@/components/ui/time/format-duration";
import { usePay } from "./pay-context";

const SECONDS = 5;

/** Takes the payer back to the merchant after five announced seconds; they may stay. */
export function ReturnCountdown({ url, merchant }: { url: string; merchant: string }) {
  const { say, locale } = usePay();
  const [left, setLeft] = useState(SECONDS);
  const [staying, setStaying] = useState(false);
  useEffect(() => {
    if (staying) return;
    if (left <= 0) {
      window.location.assign(url);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, staying, url]);
  return (
    <>
      {!staying && (
        <div className="flex min-h-11 items-center justify-between gap-3 rounded-xl bg-panel pr-1.5 pl-4 text-sm">
          <span aria-hidden="true" className="min-w-0 text-muted tabular-nums">
            {say("returning", { merchant, seconds: formatDuration(left, locale) })}
          </span>
          <Button
            look="quiet"
            className="shrink-0 whitespace-nowrap"
            onClick={() => setStaying(true)}
          >
            {say("stay")}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {staying ? "" : say("returningAnnounced", { merchant })}
      </p>
    </>
  );
}
