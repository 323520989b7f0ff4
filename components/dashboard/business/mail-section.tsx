"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { CheckField } from "@/components/ui/check-field";
import { Section } from "@/components/ui/section";
import { changeMerchant, type OwnMerchant } from "./own-merchant";

type Prefs = OwnMerchant["emailPrefs"];

const choices: readonly (readonly [keyof Prefs, string])[] = [
  ["paymentReceived", "A payment arrives"],
  ["subscriptionCharged", "A subscription is charged"],
];

/** Which mails the owner wants; a change shows at once, and goes back where it is refused. */
export function MailSection({ email, emailPrefs }: Pick<OwnMerchant, "email" | "emailPrefs">) {
  const api = useApi();
  const { problem, run } = useTask();
  const [prefs, setPrefs] = useState(emailPrefs);
  const toggle = (name: keyof Prefs) => {
    const wanted = !prefs[name];
    setPrefs((kept) => ({ ...kept, [name]: wanted }));
    void run(async () => {
      try {
        await changeMerchant(api, { emailPrefs: { [name]: wanted } });
      } catch (error) {
        setPrefs((kept) => ({ ...kept, [name]: !wanted }));
        throw error;
      }
    });
  };
  return (
    <Section
      title="Emails"
      text={`Emails about security and your account are always sent${email ? `, to ${email}` : ""}.`}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 font-medium text-sm">Email me when</legend>
        {choices.map(([name, text]) => (
          <CheckField key={name} label={text} checked={prefs[name]} onChange={() => toggle(name)} />
        ))}
      </fieldset>
      <TaskProblem problem={problem} />
    </Section>
  );
}
