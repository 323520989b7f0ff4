"use client";

import { type ControlProps, useControl } from "@/components/ui/use-control";
import { type EventKind, eventKinds, everyEvent } from "@/lib/core/webhooks/event-kinds";
import { kindsOf, type ShownEndpoint } from "./webhook-shapes";

const groupNames: Readonly<Record<string, string>> = {
  payment: "Payments",
  subscription: "Subscriptions",
  refund: "Refunds",
  invoice: "Invoices",
  agent: "Agents",
  compliance: "Compliance",
};

const groupOf = (kind: EventKind) => kind.split(".")[0] ?? kind;
const groups = [...new Set(eventKinds.map(groupOf))];
const kindsIn = (group: string) => eventKinds.filter((kind) => groupOf(kind) === group);

type Events = ShownEndpoint["events"];

interface Props {
  events: Events;
  onChosen(events: Events): void;
  error: string | undefined;
}

/** Which kinds of events an endpoint gets, by what they are about. */
export function EventPicker({ events, onChosen, error }: Props) {
  const chosen = new Set(kindsOf({ events }));
  const set = (kinds: readonly EventKind[], wanted: boolean) => {
    const next = new Set(chosen);
    for (const kind of kinds) {
      if (wanted) next.add(kind);
      else next.delete(kind);
    }
    onChosen(eventKinds.filter((kind) => next.has(kind)));
  };
  const isNone = chosen.size === 0;
  const { control, error: told } = useControl({
    error,
    wrong: isNone && "Choose at least one event.",
  });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-4">
        <span className="font-medium text-sm">Events</span>
        <span className="text-muted text-xs tabular-nums">
          {chosen.size} of {eventKinds.length}
        </span>
      </legend>
      <Choice
        control={control}
        label="All events"
        checked={events.includes(everyEvent)}
        onChange={(wanted) => onChosen(wanted ? [everyEvent] : [])}
      />
      <div className="max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line">
        {groups.map((group) => (
          <Group key={group} {...{ group, chosen }} onSet={set} />
        ))}
      </div>
      <p id={`${control.id}-error`} className="text-bad text-sm">
        {isNone ? told : error}
      </p>
    </fieldset>
  );
}

interface GroupProps {
  group: string;
  chosen: ReadonlySet<EventKind>;
  onSet(kinds: readonly EventKind[], wanted: boolean): void;
}

function Group({ group, chosen, onSet }: GroupProps) {
  const kinds = kindsIn(group);
  const count = kinds.filter((kind) => chosen.has(kind)).length;
  const name = groupNames[group] ?? group;
  return (
    <details className="group/kinds px-3">
      <summary className="flex min-h-11 items-center justify-between gap-3 text-sm">
        <span className="font-medium">{name}</span>
        <span className="text-muted text-xs tabular-nums">
          {count} of {kinds.length}
        </span>
      </summary>
      <div className="grid gap-0.5 pb-2">
        <Choice
          label={`All ${name.toLowerCase()}`}
          checked={count === kinds.length}
          onChange={(wanted) => onSet(kinds, wanted)}
        />
        {kinds.map((kind) => (
          <Choice
            key={kind}
            label={kind}
            isCode
            checked={chosen.has(kind)}
            onChange={(wanted) => onSet([kind], wanted)}
          />
        ))}
      </div>
    </details>
  );
}

interface ChoiceProps {
  control?: ControlProps;
  label: string;
  checked: boolean;
  isCode?: boolean;
  onChange(wanted: boolean): void;
}

const Choice = ({ control, label, checked, isCode, onChange }: ChoiceProps) => (
  <label className="flex min-h-9 items-center gap-3 text-sm">
    <input
      {...control}
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4.5 shrink-0 accent-action"
    />
    <span className={isCode ? "font-mono text-xs" : ""}>{label}</span>
  </label>
);
