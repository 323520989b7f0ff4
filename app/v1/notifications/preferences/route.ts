import * as notifications from "@/lib/contract/insight/notifications";
import { getNotificationPreferences } from "@/lib/domain/insight/notifications/get-notification-preferences";
import { updateNotificationPreferences } from "@/lib/domain/insight/notifications/update-notification-preferences";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(notifications.getNotificationPreferences, getNotificationPreferences),
  PATCH: serve(notifications.updateNotificationPreferences, updateNotificationPreferences),
});
