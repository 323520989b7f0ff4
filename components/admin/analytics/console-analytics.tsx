"use client";

import { useRange } from "@/components/dashboard/analytics/use-range";
import { Signups } from "./signups";
import { TopMerchants } from "./top-merchants";
import { PlatformVolume } from "./volume";

/** How the platform goes over a range, which the address keeps. @param now the server's clock, milliseconds */
export function ConsoleAnalytics({ now }: { now: number }) {
  const { from, tabs } = useRange(now);
  return (
    <div className="grid min-w-0 gap-5">
      {tabs}
      <PlatformVolume from={from} />
      <Signups from={from} />
      <TopMerchants from={from} />
    </div>
  );
}
