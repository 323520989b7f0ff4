import type { z } from "zod";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { ready } from "@/lib/contract/operations/operations";
import { type Mode, modes } from "@/lib/core/modes";
import type { AlertKind } from "@/lib/core/operations/alert-kinds";

type Answer = z.output<typeof ready.response>["checks"][string];

/** A mode that cannot settle because of what was found. */
export interface BlockedMode {
  readonly mode: Mode;
  readonly reason: string;
}

/** Something that operators are told of at once, with what was found. */
export interface FoundAlert {
  readonly kind: AlertKind;
  readonly detail: string;
}

/** What a check found. */
export interface Finding extends Answer {
  readonly blocks: readonly BlockedMode[];
  readonly alerts: readonly FoundAlert[];
  /** The check could not tell: an alert of it is neither raised nor over. */
  readonly isUnknown?: true;
}

export const ok = (detail: string | null = null): Finding => ({
  status: "ok",
  detail,
  blocks: [],
  alerts: [],
});

export const warn = (detail: string, blocks: readonly BlockedMode[] = []): Finding => ({
  status: "warn",
  detail,
  blocks,
  alerts: [],
});

/** A warning that nothing could be found out. */
export const unknown = (detail: string): Finding => ({ ...warn(detail), isUnknown: true });

export const fail = (detail: string, blocks: readonly BlockedMode[] = []): Finding => ({
  status: "fail",
  detail,
  blocks,
  alerts: [],
});

/** The finding, of which operators are told at once. */
export const raising = (kind: AlertKind, finding: Finding): Finding => ({
  ...finding,
  alerts: [...finding.alerts, { kind, detail: finding.detail ?? "" }],
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
    alerts: findings.flatMap(({ alerts }) => alerts),
    ...(findings.some(({ isUnknown }) => isUnknown) && { isUnknown: true as const }),
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
