"use client";

import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { LookFields } from "./look-fields";
import { slugOf } from "./shop-draft";
import { SlugField } from "./slug-field";
import { SocialLinks } from "./social-links";
import { type ShopFormProps, shopPath, useShopSaving } from "./use-shop-saving";

const fields = ["name", "slug", "description", "logoUrl", "coverImageUrl", "accentColor"];

/** The form for the shop's name, address and look. */
export function ShopForm(props: ShopFormProps) {
  const { shop, draft, onChange } = props;
  const why = useWhyReadOnly();
  const { input, submit, upload, busy, problem, sentSlug } = useShopSaving(props);
  // A refusal is about the address that was sent.
  const isOther = problem?.param === "slug" && draft.slug !== sentSlug;
  const errorAt = (name: string) => (isOther ? undefined : problemAt(problem, name));
  return (
    <Section title="Your shop">
      <Form onSubmit={submit} className="grid gap-5">
        <TaskProblem problem={problem} fields={fields} />
        <NameFields {...{ shop, draft, onChange, errorAt }} />
        <LookFields {...{ shop, draft, upload, onChange, errorAt }} />
        <SocialLinks
          links={draft.socialLinks}
          onChange={(socialLinks) => onChange({ socialLinks })}
        />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <span className="mr-auto max-sm:basis-full">
            {input && <CopyCurl request={{ method: "POST", path: shopPath, input }} />}
          </span>
          <Offered why={why}>
            <Button type="submit" busy={busy}>
              {shop ? "Save" : "Create shop"}
            </Button>
          </Offered>
        </div>
      </Form>
    </Section>
  );
}

interface FieldProps extends Pick<ShopFormProps, "shop" | "draft" | "onChange"> {
  errorAt(name: string): string | undefined;
}

function NameFields({ shop, draft, onChange, errorAt }: FieldProps) {
  const { name, slug } = draft;
  // Until it is typed, the address of a new shop follows its name.
  const follows = shop === null && slug === slugOf(name);
  return (
    <>
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        required
        minLength={2}
        maxLength={120}
        value={name}
        wrong={name.trim().length < 2 && "Use at least 2 characters."}
        error={errorAt("name")}
        onChange={({ target: { value } }) =>
          onChange(follows ? { name: value, slug: slugOf(value) } : { name: value })
        }
      />
      <SlugField {...{ shop, draft, onChange, errorAt }} />
      <TextAreaField
        label="Description"
        error={errorAt("description")}
        name="description"
        rows={2}
        maxLength={2_000}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
        className="field-sizing-content"
      />
    </>
  );
}
