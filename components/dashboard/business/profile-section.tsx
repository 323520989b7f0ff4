"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { currencies } from "@/lib/core/amounts/money";
import { CountryField } from "./country-field";
import { changeMerchant, type OwnMerchant } from "./own-merchant";
import { profileChange, profileOf, typedProfile } from "./profile-draft";
import { TimeZoneField } from "./time-zone-field";

const fields = ["businessName", "websiteUrl", "countryCode", "timeZone", "defaultCurrency"];

/** What payers and mails say of the business. */
export function ProfileSection({ merchant }: { merchant: OwnMerchant }) {
  const api = useApi();
  const router = useRouter();
  const why = useWhyReadOnly();
  const { busy, problem, run } = useTask();
  // The form goes on from here: what is changed elsewhere meanwhile is neither shown nor overwritten.
  const [began, setBegan] = useState(() => profileOf(merchant));
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const typed = typedProfile((name) => String(given.get(name)));
    const change = profileChange(began, typed);
    if (!change) return showToast("No changes to save.");
    void run(async () => {
      await changeMerchant(api, change);
      setBegan(typed);
      showToast("Saved.");
      router.refresh();
    });
  };
  return (
    <Section title="Profile" text="Your customers see the name and the website when they pay.">
      <Form onSubmit={save} className="grid max-w-xl gap-5">
        <TaskProblem problem={problem} fields={fields} />
        <TextField
          name="businessName"
          label="Business name"
          autoComplete="organization"
          required
          minLength={2}
          maxLength={120}
          defaultValue={began.businessName}
          error={problemAt(problem, "businessName")}
        />
        <TextField
          name="websiteUrl"
          type="url"
          label="Website"
          placeholder="https://"
          autoComplete="url"
          maxLength={2_000}
          defaultValue={began.websiteUrl}
          error={problemAt(problem, "websiteUrl")}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <CountryField
            defaultValue={began.countryCode}
            error={problemAt(problem, "countryCode")}
          />
          <SelectField
            name="defaultCurrency"
            label="Default currency"
            hint="Used when a payment doesn’t set its own."
            defaultValue={began.defaultCurrency}
            error={problemAt(problem, "defaultCurrency")}
          >
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </SelectField>
        </div>
        <TimeZoneField defaultValue={began.timeZone} error={problemAt(problem, "timeZone")} />
        <Offered why={why}>
          <Button type="submit" busy={busy} className="justify-self-start">
            Save
          </Button>
        </Offered>
      </Form>
    </Section>
  );
}
