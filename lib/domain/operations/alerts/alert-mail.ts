import type { AlertKind, AlertNotice } from "@/lib/core/operations/alert-kinds";
import { formatDate, type Mail } from "@/lib/domain/mails/mail";
import { alertTitle } from "./alert-message";
import { alertTexts } from "./alert-texts";

/** What a notice tells admin users. */
interface AlertFacts {
  readonly notice: AlertNotice;
  readonly kind: AlertKind;
  readonly detail: string;
  readonly raisedAt: string;
}

/** A notice of an alert, to each active admin user. */
export const alertMail: Mail<AlertFacts> = {
  kind: "operator_alert",
  subject: alertTitle,
  body: ({ notice, kind, detail, raisedAt }) => ({
    isOurs: true,
    preheader: detail,
    heading: alertTitle({ notice, kind }),
    paragraphs: [
      notice === "cleared"
        ? `The checks find it no longer. They last said: ${detail}`
        : `${detail}. The section “${kind}” of docs/operations/alerts.md says what to do first.`,
    ],
    facts: [
      ["Alert", kind],
      ["Check", alertTexts[kind].check],
      ["Since", formatDate(raisedAt)],
    ],
    button: { label: "Open the admin console", to: "/admin" },
    footer: "You’re receiving this email because you administer this installation.",
  }),
};
