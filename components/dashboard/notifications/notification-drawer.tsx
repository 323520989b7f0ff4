"use client";

import Link from "next/link";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/drawer";
import { LinkedText } from "@/components/ui/linked-text";
import { Skeleton } from "@/components/ui/skeleton";
import { LocalTime } from "@/components/ui/time/local-time";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  listNotifications,
  markNotificationsRead,
} from "@/lib/contract/insight/notifications";
import { objectKind } from "@/lib/core/object-kinds";
import { useNotifications } from "./use-notifications";

type Notification = ReceivedOutput<typeof listNotifications>["data"][number];

const route = { method: "POST", path: "/v1/notifications/mark-all-read" } as const;

/** What has happened, newest first. */
export function NotificationDrawer({ onClose }: { onClose(): void }) {
  const { data, error, refetch } = useNotifications();
  const api = useApi();
  const { mode } = useActing();
  const { busy, problem, run } = useTask();
  const markRead = () =>
    run(async () => {
      await api<typeof markNotificationsRead>(route, {});
      await refetch();
    });
  const isUnread = (data?.unreadCount ?? 0) > 0;
  return (
    <Drawer title="Notifications" open onClose={onClose}>
      <div className="grid gap-4">
        <QueryProblem problem={error} onRetry={() => void refetch()} />
        <TaskProblem problem={problem} />
        {!data && !error && <Skeleton label="Loading notifications" />}
        {isUnread && (
          <div>
            <Button look="secondary" busy={busy} onClick={() => void markRead()}>
              Mark all as read
            </Button>
          </div>
        )}
        {data?.data.length === 0 && (
          <p className="text-muted text-sm">
            Nothing yet. Payments, new subscribers and refunds appear here.
          </p>
        )}
        <p className="text-sm">
          <Link
            href={hrefIn("/dashboard/settings/notifications", mode)}
            prefetch={false}
            className="inline-flex min-h-6 items-center underline underline-offset-4"
          >
            Notification settings
          </Link>
        </p>
        <ul className="divide-y divide-line">
          {data?.data.map((one) => (
            <NotificationLine key={one.id} notification={one} />
          ))}
        </ul>
      </div>
    </Drawer>
  );
}

/** The page of what a notification is about; undefined where there is none. */
function pathOf({ type, id }: Notification["resource"]): string | undefined {
  if (type === "compliance_log") return "/dashboard/compliance";
  const kind = objectKind(type);
  return kind && `${kind.at ?? kind.list}/${id}`;
}

function NotificationLine({ notification }: { notification: Notification }) {
  const { title, body, resource, createdAt, read } = notification;
  const { mode } = useActing();
  const path = pathOf(resource);
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-4">
        <span className={read ? "" : "font-medium"}>
          {title}
          {!read && <span className="sr-only"> (unread)</span>}
        </span>
        <span className="shrink-0 text-muted text-xs">
          <LocalTime iso={createdAt} shape="short" locale="en" />
        </span>
      </span>
      {body && (
        <span dir="auto" className="wrap-anywhere block text-muted">
          {path ? body : <LinkedText text={body} />}
        </span>
      )}
    </>
  );
  const look = `block border-l-2 py-3 pl-3 text-sm ${read ? "border-transparent" : "border-accent"}`;
  return (
    <li>
      {path ? (
        <Link href={hrefIn(path, mode)} prefetch={false} className={`${look} hover:bg-panel`}>
          {content}
        </Link>
      ) : (
        <p className={look}>{content}</p>
      )}
    </li>
  );
}
