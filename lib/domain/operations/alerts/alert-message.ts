import type { Env } from "@/lib/adapters/env/env";
import type { AlertKind, AlertNotice } from "@/lib/core/operations/alert-kinds";
import { alertTexts } from "./alert-texts";

/** One notice of an alert. */
export interface Notice {
  /** The same at each attempt to send it. */
  readonly noticeId: string;
  readonly notice: AlertNotice;
  readonly kind: AlertKind;
  /** What the check said; it names no secret, since `/ready` shows it too. */
  readonly detail: string;
  readonly raisedAt: Date;
  /** When the notice was made. */
  readonly noticedAt: Date;
}

type Settings = Pick<Env, "APP_URL" | "ALERT_WEBHOOK_FORMAT">;

/** The body of a notice for `ALERT_WEBHOOK_URL`, in the format that is configured. */
export function alertMessage(config: Settings, notice: Notice): string {
  return JSON.stringify(
    config.ALERT_WEBHOOK_FORMAT === "slack"
      ? { text: slackText(config, notice) }
      : standardMessage(config, notice),
  );
}

const standardMessage = (
  { APP_URL }: Settings,
  { noticeId, notice, kind, detail, raisedAt, noticedAt }: Notice,
) => ({
  id: noticeId,
  type: `alert.${notice}`,
  timestamp: noticedAt.toISOString(),
  data: {
    kind,
    check: alertTexts[kind].check,
    summary: alertTexts[kind].summary,
    detail,
    raisedAt: raisedAt.toISOString(),
    installation: APP_URL,
    runbook: `docs/operations/alerts.md#${kind}`,
  },
});

const titles: Readonly<Record<AlertNotice, string>> = {
  raised: "Alert",
  repeated: "Still open",
  cleared: "Over",
};

/** One line that says what it is about. */
export const alertTitle = ({ notice, kind }: Pick<Notice, "notice" | "kind">) =>
  `${titles[notice]}: ${alertTexts[kind].summary}`;

function slackText({ APP_URL }: Settings, notice: Notice): string {
  const { kind, detail, raisedAt } = notice;
  const lines = [
    `*${alertTitle(notice)}* (${kind})`,
    escaped(detail),
    `${APP_URL}, since ${raisedAt.toISOString()}`,
  ];
  return lines.join("\n");
}

/** The characters that Slack gives a meaning of their own. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
