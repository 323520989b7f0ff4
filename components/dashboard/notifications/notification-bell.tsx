"use client";

import { lazy, Suspense } from "react";
import { usePanel } from "@/components/dashboard/shell/use-panel";
import { Loading } from "@/components/ui/loading";
import { useHydrated } from "@/components/ui/use-hydrated";
import { BellIcon } from "@/components/ui/work-icons";
import { useNotifications } from "./use-notifications";

const NotificationDrawer = lazy(async () => ({
  default: (await import("./notification-drawer")).NotificationDrawer,
}));

const MOST = 100;

/** Says how many notifications are unread, and opens them. */
export function NotificationBell() {
  const ready = useHydrated();
  const panel = usePanel("notifications");
  const { data } = useNotifications();
  const unread = data?.unreadCount ?? 0;
  const count = unread >= MOST ? `${MOST - 1}+` : String(unread);
  return (
    <>
      <button
        type="button"
        disabled={!ready}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? `Notifications, ${count} unread` : "Notifications"}
        onClick={() => panel.open("open")}
        className="relative grid size-11 place-items-center rounded-xl text-muted hover:text-ink"
      >
        <BellIcon />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-bad px-1 text-center font-semibold text-[0.6875rem] text-canvas leading-4.5 tabular-nums"
          >
            {count}
          </span>
        )}
      </button>
      {panel.shown !== null && (
        <Suspense fallback={<Loading />}>
          <NotificationDrawer onClose={panel.close} />
        </Suspense>
      )}
    </>
  );
}
