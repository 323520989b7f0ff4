"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTask } from "@/components/account/use-task";
import { answerKey } from "@/components/dashboard/data/use-answer";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  getNotificationPreferences,
  updateNotificationPreferences,
} from "@/lib/contract/insight/notifications";
import {
  channelsOf,
  choiceOf,
  type NotificationChoice,
  type NotificationKind,
  notificationTitles,
} from "@/lib/core/insight/notification-kinds";

export type Preferences = ReceivedOutput<typeof getNotificationPreferences>;
export type Channel = keyof ReturnType<typeof channelsOf>;

const said: Readonly<Record<NotificationChoice, string>> = {
  bell: "bell",
  mail: "email",
  both: "bell and email",
  none: "off",
};

const route = { method: "PATCH", path: "/v1/notifications/preferences" } as const;

type Values = Readonly<Partial<Record<NotificationKind, NotificationChoice>>>;

const valuesOf = ({ data }: Preferences): Values =>
  Object.fromEntries(data.map(({ kind, value }) => [kind, value]));

const withChannel = (values: Values, kind: NotificationKind, channel: Channel, wanted: boolean) =>
  choiceOf({ ...channelsOf(values[kind] ?? "none"), [channel]: wanted });

/** A person's choices: a change shows at once, is saved after those before it, and goes back where it is refused. */
export function usePreferences(first: Preferences) {
  const api = useApi();
  const acting = useActing();
  const client = useQueryClient();
  const { problem, run } = useTask();
  const [values, setValues] = useState(() => valuesOf(first));
  const saved = useRef(values);
  const last = useRef(Promise.resolve());

  const save = async (kind: NotificationKind, channel: Channel, wanted: boolean) => {
    const value = withChannel(saved.current, kind, channel, wanted);
    try {
      const answer = await api<typeof updateNotificationPreferences>(route, {
        preferences: { [kind]: value },
      });
      saved.current = valuesOf(answer);
    } catch (error) {
      setValues((shown) => ({ ...shown, [kind]: withChannel(shown, kind, channel, !wanted) }));
      throw error;
    }
    showToast(`Saved. ${notificationTitles[kind]}: ${said[value]}`);
    await client.invalidateQueries({ queryKey: answerKey(acting, "/v1/notifications") });
  };
  const change = (kind: NotificationKind, channel: Channel, wanted: boolean) => {
    setValues((shown) => ({ ...shown, [kind]: withChannel(shown, kind, channel, wanted) }));
    last.current = last.current.then(() => run(() => save(kind, channel, wanted)));
  };
  return { values, problem, change };
}
