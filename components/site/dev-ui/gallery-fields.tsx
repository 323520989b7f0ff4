"use client";

import { useState } from "react";
import { CheckField } from "@/components/ui/check-field";
import { CodeField } from "@/components/ui/code-field";
import { CountryOptions } from "@/components/ui/country-options";
import { FileButton } from "@/components/ui/file-button";
import { Form } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/link-button";
import { PasswordField } from "@/components/ui/password-field";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";

/** Every kind of field, with and without an error. */
export function GalleryFields() {
  const [checked, setChecked] = useState(true);
  return (
    <Form onSubmit={() => {}} className="grid gap-5 sm:grid-cols-2">
      <TextField name="plain" label="Name" hint="As your customers know you." />
      <TextField
        name="wrong"
        label="Website"
        defaultValue="javascript:alert(1)"
        error="Begin with https://"
      />
      <TextField name="off" label="Account" defaultValue="mer_1" readOnly />
      <SelectField name="country" label="Country">
        <CountryOptions />
      </SelectField>
      <TextAreaField name="note" label="Note" rows={2} hint="Appears at the end of the invoice." />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        aside={<LinkButton onClick={() => {}}>Forgot password?</LinkButton>}
      />
      <CheckField label="A payment arrives" checked={checked} onChange={setChecked} />
      <FileButton label="Choose a picture" busy={false} onFile={() => {}} />
      <CodeField name="code" label="Code" error="The code is wrong. Check it." />
    </Form>
  );
}
