"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { useHydrated } from "@/components/ui/use-hydrated";
import { type AgentCapability, agentCapabilities } from "@/lib/core/agents/capabilities";
import { capabilityWords } from "./capability-words";
import { capabilityChange } from "./config-changes";
import { type SectionProps, useConfigSaving } from "./use-config-saving";

/** The switches, each with what the agent does by it and may spend. */
export function CapabilitiesSection({ config, onSaved }: SectionProps) {
  const { busy, problem, save } = useConfigSaving(onSaved);
  const readOnly = useWhyReadOnly();
  const { enabledCapabilities: enabled, features } = config;
  // What was ticked shows at once, and what is stored once that is known.
  const [ticked, setTicked] = useState<{ name: AgentCapability; wanted: boolean } | null>(null);
  const change = (name: AgentCapability, wanted: boolean) => {
    setTicked({ name, wanted });
    void save((stored) => capabilityChange(stored, name, wanted)).finally(() => setTicked(null));
  };
  return (
    <Section
      title="Capabilities"
      text={readOnly ?? "What the agent may do in this mode. Changes are saved at once."}
    >
      <div className="grid gap-4">
        <TaskProblem problem={problem} />
        <ul className="divide-y divide-line">
          {agentCapabilities.map((name) => (
            <CapabilitySwitch
              key={name}
              name={name}
              checked={ticked?.name === name ? ticked.wanted : enabled.includes(name)}
              isAvailable={features.some((one) => one.name === name && one.available)}
              blocked={busy || (readOnly !== null && !enabled.includes(name))}
              onChange={(wanted) => change(name, wanted)}
            />
          ))}
        </ul>
      </div>
    </Section>
  );
}

interface SwitchProps {
  name: AgentCapability;
  checked: boolean;
  isAvailable: boolean;
  blocked: boolean;
  onChange(wanted: boolean): void;
}

function CapabilitySwitch({ name, checked, isAvailable, blocked, onChange }: SwitchProps) {
  const ready = useHydrated();
  const { title, does, spends } = capabilityWords[name];
  const textId = `capability-${name}`;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <label className="-m-3 grid size-11 shrink-0 place-items-center">
        <span className="sr-only">{title}</span>
        <input
          type="checkbox"
          checked={checked}
          disabled={!ready}
          aria-disabled={blocked || undefined}
          aria-describedby={textId}
          onChange={({ target }) => {
            if (!blocked) onChange(target.checked);
          }}
          className="size-5 accent-action"
        />
      </label>
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span aria-hidden="true">{title}</span>
          {!isAvailable && <Badge>Not available</Badge>}
        </p>
        <p id={textId} className="mt-0.5 text-muted">
          {does} {spends}
        </p>
      </div>
    </li>
  );
}
