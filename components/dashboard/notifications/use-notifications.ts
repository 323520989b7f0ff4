"use client";

import { useAnswer } from "@/components/dashboard/data/use-answer";
import type { listNotifications } from "@/lib/contract/insight/notifications";

const shown = {
  resource: "notification",
  watches: ["payment_session", "subscription", "refund", "invoice", "compliance_log"],
};

/** The newest notifications and how many are unread; they change as events arrive. */
export const useNotifications = () =>
  useAnswer<typeof listNotifications>({ method: "GET", path: "/v1/notifications" }, {}, { shown });
