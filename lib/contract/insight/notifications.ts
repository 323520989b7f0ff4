import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, id, instant, listOf, mode, pageQuery } from "@/lib/contract/fields";
import {
  bellKinds,
  notificationChoices,
  notificationKinds,
} from "@/lib/core/insight/notification-kinds";

const shared = { auth: "session", tag: "Notifications" } as const;

const notification = z
  .object({
    id: id("notification"),
    object: z.literal("notification"),
    mode,
    type: z.enum([...bellKinds, "broadcast"]),
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
    "Notifications of the mode, newest first: confirmed payments, new subscribers, refunds, and events that may need your attention. Kinds that the person does not have in the bell are left out and not counted. They are derived from events, and kept as long; `invoice.undelivered`, an email about an invoice that did not reach the customer, has no event and stays. Messages of the platform (`broadcast`) appear in both modes, for each person. The list is one page: a higher `limit` shows older ones.",
  query: z.strictObject({ limit: pageQuery.limit }),
  status: 200,
  response: listOf(notification)
    .extend({ data: z.array(notification), ...readState })
    .meta({ id: "Notifications" }),
});

export const markNotificationsRead = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/notifications/mark-all-read",
  summary: "Mark every notification as read",
  description: "For the whole business, in both modes. Repeating it is harmless.",
  whenClosed: true,
  status: 201,
  response: z
    .object({ object: z.literal("notifications_read"), ...readState })
    .meta({ id: "NotificationsRead" }),
});

const choice = z.enum(notificationChoices);
const kind = z.enum(notificationKinds);

const preferences = z
  .object({
    object: z.literal("notification_preferences"),
    email: z.string().nullable(),
    data: z.array(
      z
        .object({ kind, value: choice, choices: z.array(choice) })
        .meta({ id: "NotificationPreference" }),
    ),
  })
  .meta({ id: "NotificationPreferences" });

export const getNotificationPreferences = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/notifications/preferences",
  summary: "Retrieve your notification preferences",
  description:
    "Where the signed-in person wants each kind of notification of this business, in both modes: in the bell, by email, both or neither. Emails go to the address of the business, which is the first owner's. Other persons can choose about the bell alone.",
  status: 200,
  response: preferences,
});

export const updateNotificationPreferences = endpoint({
  ...shared,
  method: "PATCH",
  path: "/v1/notifications/preferences",
  summary: "Update your notification preferences",
  description:
    "Kinds that are not given stay unchanged. Emails about security, sign-in and the account are always sent. The emails of `payment.completed` and `subscription.charged` are also `emailPrefs` of the merchant: both are one setting.",
  whenClosed: true,
  status: 200,
  body: z.strictObject({ preferences: z.partialRecord(kind, choice) }),
  response: preferences,
});
