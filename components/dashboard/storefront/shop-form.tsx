"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import type {
  saveStorefront,
  uploadStorefrontCover,
  uploadStorefrontLogo,
} from "@/lib/contract/storefronts/storefronts";
import { LookFields, type ShopPicture } from "./look-fields";
import { inputOf, type ShopDraft, type Storefront, slugOf } from "./shop-draft";
import { SlugField } from "./slug-field";
import { SocialLinks } from "./social-links";

const path = "/v1/storefront";
type Upload = typeof uploadStorefrontLogo | typeof uploadStorefrontCover;
const uploads = {
  logoUrl: { method: "POST", path: "/v1/storefront/logo" },
  coverImageUrl: { method: "POST", path: "/v1/storefront/cover" },
} as const;
const sending = (file: File) => ({ file, timeoutMs: 60_000 });
const fields = ["name", "slug", "description", "logoUrl", "coverImageUrl", "accentColor"];

interface Props {
  /** The shop that is changed; null for a new one. */
  shop: Storefront | null;
  draft: ShopDraft;
  onChange(change: Partial<ShopDraft>): void;
  onSaved(shop: Storefront): void;
}

/** The form for the shop's name, address and look. */
export function ShopForm({ shop, draft, onChange, onSaved }: Props) {
  const api = useApi();
  const why = useWhyReadOnly();
  const router = useRouter();
  const { busy, problem, run } = useTask();
  const [sentSlug, setSentSlug] = useState("");
  const input = inputOf(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!input) return;
    setSentSlug(input.slug);
    void run(async () => {
      onSaved(await api<typeof saveStorefront>({ method: "POST", path }, input));
      showToast("Shop saved.");
    });
  };
  const upload = async (field: ShopPicture, file: File) => {
    const after = await api<Upload>(uploads[field], {}, sending(file));
    onChange({ [field]: after[field] ?? "" });
    onSaved(after);
    // The server tells where the stored picture is.
    router.refresh();
    return "saved" as const;
  };
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
            {input && <CopyCurl request={{ method: "POST", path, input }} />}
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

interface FieldProps extends Omit<Props, "onSaved"> {
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
