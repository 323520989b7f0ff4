import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, id, instant, mode, pageQuery } from "@/lib/contract/fields";
import { notificationTypes } from "@/lib/core/insight/notification-kinds";

const shared = { auth: "session", tag: "Notifications" } as const;

const notification = z
  .object({
    id: id("notification"),
    object: z.literal("notification"),
    mode,
    type: z.enum([...notificationTypes, "broadcast"]),
    title: z.string(),
    body: z.string(),
    resource: z.object({ type: z.string(), id: z.string() }).meta({ id: "NotificationResource" }),
    amount: z.string().nullable(),
    currency: currency.nullable(),
    createdAt: instant,
    read: z.boolean(),
  })
  .meta({ id: "Notification" });

const readState = {
  unreadCount: z.number().int().min(0).max(100),
  notificationsLastReadAt: instant.nullable(),
};

export const listNotifications = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/notifications",
  summary: "List the newest notifications",
  description:
    "Notifications of the mode, newest first: confirmed payments, new subscribers, refunds, and events that may need your attention. They are derived from events, and kept as long. Messages of the platform (`broadcast`) appear in both modes.",
  query: z.strictObject({ limit: pageQuery.limit }),
  status: 200,
  response: z
    .object({ object: z.literal("list"), data: z.array(notification), ...readState })
    .meta({ id: "Notifications" }),
});

export const markNotificationsRead = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/notifications/mark-all-read",
  summary: "Mark every notification as read",
  description: "For the whole business, in both modes. Repeating it is harmless.",
  status: 201,
  response: z
    .object({ object: z.literal("notifications_read"), ...readState })
    .meta({ id: "NotificationsRead" }),
});
