import * as notifications from "@/lib/contract/insight/notifications";
import { listNotifications } from "@/lib/domain/insight/notifications/list-notifications";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(notifications.listNotifications, listNotifications),
});
