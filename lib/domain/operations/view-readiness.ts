import type { OutputOf } from "@/lib/contract/endpoint";
import type { ready } from "@/lib/contract/operations/operations";
import type { Mode } from "@/lib/core/modes";
import type { Readiness } from "./readiness";

/**
 * Readiness as the API shows it: `fail` when the service cannot work, or the mode that was asked for
 * cannot settle.
 */
export function viewReadiness(
  { working, checks, blocked }: Readiness,
  mode?: Mode,
): { working: boolean; output: OutputOf<typeof ready> } {
  const isUp = working && (mode === undefined || blocked[mode].length === 0);
  const isSmooth = Object.values(checks).every(({ status }) => status === "ok");
  const shown = Object.entries(checks).map(([name, { status, detail }]) => [
    name,
    { status, detail },
  ]);
  const modeView = (reasons: readonly string[]) => ({
    settles: reasons.length === 0,
    reasons: [...reasons],
  });
  return {
    working: isUp,
    output: {
      status: !isUp ? "fail" : isSmooth ? "ok" : "degraded",
      checks: Object.fromEntries(shown),
      modes: { test: modeView(blocked.test), live: modeView(blocked.live) },
    },
  };
}
