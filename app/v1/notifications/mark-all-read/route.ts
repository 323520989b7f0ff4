import * as notifications from "@/lib/contract/insight/notifications";
import { markNotificationsRead } from "@/lib/domain/insight/notifications/mark-notifications-read";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(notifications.markNotificationsRead, markNotificationsRead),
});
