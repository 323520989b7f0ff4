import { type AlertKind, alertKinds } from "@/lib/core/operations/alert-kinds";
import type { Readiness } from "@/lib/domain/operations/readiness";
import { alertTexts } from "./alert-texts";

/** What one look says of the alerts. What its checks could not tell is in neither. */
export interface AlertsFound {
  /** What was found, by kind. */
  readonly open: ReadonlyMap<AlertKind, string>;
  readonly over: readonly AlertKind[];
}

/** The alerts that the checks of `/ready` have found; several of a kind are one. */
export function judgeAlerts({ checks }: Pick<Readiness, "checks">): AlertsFound {
  const open = new Map<AlertKind, string>();
  for (const { kind, detail } of Object.values(checks).flatMap(({ alerts }) => alerts)) {
    open.set(kind, [open.get(kind), detail].filter(Boolean).join("; "));
  }
  const over = alertKinds.filter((kind) => {
    const finding = checks[alertTexts[kind].check];
    return !open.has(kind) && finding !== undefined && !finding.isUnknown;
  });
  return { open, over };
}

/** Found by so many looks in a row, an alert is raised: a single one may be a hiccup. */
const CONFIRMING_LOOKS = 2;

/** Remembers the looks of a process; what a look could not tell is as it was. */
export function confirmAlerts(): (found: AlertsFound) => AlertsFound {
  const looks = new Map<AlertKind, number>();
  return ({ open, over }) => {
    for (const kind of over) looks.delete(kind);
    for (const kind of open.keys()) looks.set(kind, (looks.get(kind) ?? 0) + 1);
    const isConfirmed = ([kind]: [AlertKind, string]) => (looks.get(kind) ?? 0) >= CONFIRMING_LOOKS;
    return { open: new Map([...open].filter(isConfirmed)), over };
  };
}
