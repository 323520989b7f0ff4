"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { useHydrated } from "@/components/ui/use-hydrated";
import { channelsOf, notificationTitles } from "@/lib/core/insight/notification-kinds";
import { type Channel, type Preferences, usePreferences } from "./use-preferences";

type Row = Preferences["data"][number];

const channels: readonly (readonly [Channel, string])[] = [
  ["bell", "Bell"],
  ["mail", "Email"],
];

/** Where a person gets each kind of notification; each change is saved at once. */
export function NotificationSettings({ preferences }: { preferences: Preferences }) {
  const { values, problem, change } = usePreferences(preferences);
  const { email, data } = preferences;
  const isMailed = data.some(({ choices }) => choices.includes("mail"));
  const columns: Column<Row>[] = [
    { name: "Notification", cell: ({ kind }) => notificationTitles[kind] },
    ...channels
      .filter(([channel]) => channel === "bell" || isMailed)
      .map(([channel, name]) => ({
        name,
        cell: ({ kind, choices }: Row) =>
          choices.includes(channel) ? (
            <ChannelBox
              label={`${name}: ${notificationTitles[kind]}`}
              checked={channelsOf(values[kind] ?? "none")[channel]}
              onChange={(wanted) => change(kind, channel, wanted)}
            />
          ) : (
            <NoChannel />
          ),
      })),
  ];
  return (
    <Section title="Your notifications" text={textOf(isMailed, email)}>
      <div className="grid gap-4">
        <TaskProblem problem={problem} />
        <Table
          caption="Notifications by bell and email"
          columns={columns}
          rows={data}
          keyOf={({ kind }) => kind}
        />
      </div>
    </Section>
  );
}

function textOf(isMailed: boolean, email: string | null): string {
  if (!isMailed) return "Changes are saved at once. Emails of this business go to its first owner.";
  return `Changes are saved at once. Emails go to ${email ?? "your verified address"}. Emails about security and your account are always sent.`;
}

interface BoxProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

function ChannelBox({ label, checked, onChange }: BoxProps) {
  const ready = useHydrated();
  return (
    <label className="-m-3 inline-grid size-11 place-items-center align-middle">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        disabled={!ready}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-action"
      />
    </label>
  );
}

const NoChannel = () => (
  <>
    <span aria-hidden="true" className="text-muted">
      –
    </span>
    <span className="sr-only">Not available</span>
  </>
);
