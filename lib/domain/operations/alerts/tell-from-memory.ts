import { newId } from "@/lib/core/ids";
import type { AlertKind } from "@/lib/core/operations/alert-kinds";
import type { Notice } from "./alert-message";
import type { AlertsFound } from "./judge-alerts";
import { type Sender, sendNotice } from "./send-notice";
import { WINDOW_SECONDS } from "./store-alerts";

/** What a process tells by itself while the database keeps nothing. */
export interface AlertMemory {
  /** Sends what is open and was not told of, neither by this process nor, as it last read, by others. */
  tell(open: AlertsFound["open"], known: ReadonlySet<AlertKind>): Promise<void>;
  /** What it has told since it was last emptied. */
  told(): Notice[];
  empty(): void;
}

/** A memory of its own for a process. Each alert is told of once in a window; one that was not taken is tried again. */
export function openMemory(sender: Sender): AlertMemory {
  const notices = new Map<AlertKind, Notice>();
  const isDue = (kind: AlertKind, now: Date) => {
    const last = notices.get(kind);
    return !last || now.getTime() - last.noticedAt.getTime() >= WINDOW_SECONDS * 1_000;
  };
  return {
    async tell(open, known) {
      const noticedAt = new Date();
      const due = [...open].filter(([kind]) => !known.has(kind) && isDue(kind, noticedAt));
      await Promise.all(
        due.map(async ([kind, detail]) => {
          const last = notices.get(kind);
          const notice: Notice = {
            noticeId: newId("alert"),
            notice: last ? "repeated" : "raised",
            kind,
            detail,
            raisedAt: last?.raisedAt ?? noticedAt,
            noticedAt,
          };
          if (await sendNotice(sender, notice)) notices.set(kind, notice);
        }),
      );
    },
    told: () => [...notices.values()],
    empty: () => notices.clear(),
  };
}
