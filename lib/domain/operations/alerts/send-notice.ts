import type { Env } from "@/lib/adapters/env/env";
import type { Logger } from "@/lib/adapters/logger/logger";
import { metrics } from "@/lib/adapters/metrics/metrics";
import type { OutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { alertMessage, type Notice } from "./alert-message";

/** What sending takes. */
export interface Sender {
  readonly http: Pick<OutboundHttp, "post">;
  readonly config: Pick<Env, "APP_URL" | "ALERT_WEBHOOK_URL" | "ALERT_WEBHOOK_FORMAT">;
  readonly log: Logger;
}

/**
 * Sends a notice to `ALERT_WEBHOOK_URL` once. The log never has the URL, which may be a secret itself.
 * @returns whether it was taken; true where there is no URL
 */
export async function sendNotice({ http, config, log }: Sender, notice: Notice): Promise<boolean> {
  const url = config.ALERT_WEBHOOK_URL;
  if (url === undefined) return true;
  const { status, failure } = await http.post({
    url,
    secure: false,
    headers: {
      "content-type": "application/json",
      "user-agent": "Stipend-Alerts/1",
      "webhook-id": notice.noticeId,
      "webhook-timestamp": String(Math.floor(notice.noticedAt.getTime() / 1_000)),
    },
    body: alertMessage(config, notice),
  });
  const isTaken = status !== null && status >= 200 && status < 300;
  metrics().alertNotices.add(1, isTaken ? "sent" : "failed");
  if (!isTaken) {
    const { kind, notice: type } = notice;
    log.error(
      { alert: kind, notice: type, status, failure },
      "an alert was not taken by ALERT_WEBHOOK_URL",
    );
  }
  return isTaken;
}
