"use client";

import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { maxTemplateLength } from "@/lib/core/agents/agent-settings";
import { templateFault, templatePlaceholders } from "@/lib/core/agents/notification-template";
import type { AgentConfig } from "./agent-config";
import { recoveryChange } from "./config-changes";
import { TemplatePreview } from "./template-preview";
import { type SectionProps, useConfigSaving } from "./use-config-saving";
import { useDraft } from "./use-draft";

type Recovery = AgentConfig["recovery"];

const strategies: readonly (readonly [Recovery["strategy"], string])[] = [
  ["once", "Once, after half of the time"],
  ["twice", "Twice, after one and two thirds"],
  ["until_grace_ends", "Every six hours"],
];
const fields = ["recovery.notificationTemplate", "recovery.gracePeriodHours", "recovery.strategy"];

interface Props extends SectionProps {
  readonly businessName: string;
}

/** How failed renewals are tried again, and what payers are told. */
export function RecoverySection({ config, onSaved, businessName }: Props) {
  const { busy, problem, save } = useConfigSaving(onSaved);
  const { began, draft: recovery, change, settle } = useDraft(config.recovery);
  const template = recovery.notificationTemplate ?? "";
  const fault = templateFault(template);
  const isOn = config.enabledCapabilities.includes("recovery");
  const submit = () =>
    void save(
      (stored) => recoveryChange(stored, began, recovery),
      (saved) => settle(recovery, saved.recovery),
    );
  return (
    <Section
      title="Recovery"
      text="When a renewal fails, the subscription stays active for a while and is charged again."
    >
      <Form onSubmit={submit} className="grid max-w-xl gap-5">
        {!isOn && (
          <Notice>
            Recovery is off: renewals are tried twice within 48 hours, and payers get the standard
            email.
          </Notice>
        )}
        <TaskProblem problem={problem} fields={fields} />
        <div className="grid gap-5 sm:grid-cols-2">
          <ScheduleFields recovery={recovery} onChange={change} />
        </div>
        <TextAreaField
          label="Message to payers"
          hint="Replaces the first paragraph of the email about a failed renewal. Leave it empty for the standard words."
          error={problemAt(problem, "recovery.notificationTemplate")}
          wrong={fault !== null && `The message ${fault}.`}
          name="notificationTemplate"
          rows={5}
          maxLength={maxTemplateLength}
          value={template}
          onChange={({ target }) => change({ notificationTemplate: target.value || null })}
        />
        <Placeholders />
        <TemplatePreview template={template} businessName={businessName} />
        <Button type="submit" busy={busy} className="justify-self-start">
          Save recovery
        </Button>
      </Form>
    </Section>
  );
}

function ScheduleFields(props: { recovery: Recovery; onChange(change: Partial<Recovery>): void }) {
  const { recovery, onChange } = props;
  return (
    <>
      <SelectField
        name="gracePeriodHours"
        label="Grace period"
        value={recovery.gracePeriodHours}
        onChange={({ target }) =>
          onChange({ gracePeriodHours: Number(target.value) as Recovery["gracePeriodHours"] })
        }
      >
        {[24, 48, 72].map((hours) => (
          <option key={hours} value={hours}>
            {hours} hours
          </option>
        ))}
      </SelectField>
      <SelectField
        name="strategy"
        label="Tries"
        value={recovery.strategy}
        onChange={({ target }) => onChange({ strategy: target.value as Recovery["strategy"] })}
      >
        {strategies.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  );
}

const Placeholders = () => (
  <Disclosure summary="Placeholders">
    <Facts>
      {Object.entries(templatePlaceholders).map(([name, meaning]) => (
        <Fact key={name} name={meaning}>
          <code translate="no" className="font-mono text-xs">{`{{${name}}}`}</code>
        </Fact>
      ))}
    </Facts>
  </Disclosure>
);
