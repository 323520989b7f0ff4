import type { z } from "zod";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { ready } from "@/lib/contract/operations/operations";
import { type Mode, modes } from "@/lib/core/modes";

type Answer = z.output<typeof ready.response>["checks"][string];

/** A mode that cannot settle because of what was found. */
export interface BlockedMode {
  readonly mode: Mode;
  readonly reason: string;
}

/** What a check found. */
export interface Finding extends Answer {
  readonly blocks: readonly BlockedMode[];
}

export const ok = (detail: string | null = null): Finding => ({
  status: "ok",
  detail,
  blocks: [],
});

export const warn = (detail: string, blocks: readonly BlockedMode[] = []): Finding => ({
  status: "warn",
  detail,
  blocks,
});

export const fail = (detail: string, blocks: readonly BlockedMode[] = []): Finding => ({
  status: "fail",
  detail,
  blocks,
});

const severity = { ok: 0, warn: 1, fail: 2 } as const;

/** Several findings as one: the worst status, and what each of that status says. */
export function combine(findings: readonly Finding[]): Finding {
  const worst = findings.reduce((most, { status }) => Math.max(most, severity[status]), 0);
  const telling = findings.filter(({ status }) => (worst > 0 ? status !== "ok" : true));
  const details = telling.flatMap(({ detail }) => detail ?? []);
  return {
    status: worst === 2 ? "fail" : worst === 1 ? "warn" : "ok",
    detail: details.length > 0 ? details.join("; ") : null,
    blocks: findings.flatMap(({ blocks }) => blocks),
  };
}

/** Blocks every mode. */
export const blocksAll = (reason: string): BlockedMode[] => modes.map((mode) => ({ mode, reason }));

/** Blocks the modes that settle on a chain. */
export function blocksChain(
  { deployments }: Chains,
  chainId: number,
  reason: string,
): BlockedMode[] {
  return deployments
    .filter(({ chain }) => chain.id === chainId)
    .map(({ mode }) => ({ mode, reason }));
}

/** A duration as it is told to people. */
export function spoken(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 48 * 3_600
    ? `${Math.round(seconds / 3_600)} h`
    : `${Math.round(seconds / 86_400)} days`;
}
