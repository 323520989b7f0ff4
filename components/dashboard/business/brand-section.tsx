"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { MerchantMark } from "@/components/hosted/pay/merchant-mark";
import { Button } from "@/components/ui/button";
import { FileButton } from "@/components/ui/file-button";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { checkFileSize } from "@/lib/client/check-file-size";
import type { HostedImage } from "@/lib/contract/merchants/hosted-merchant";
import type { uploadLogo } from "@/lib/contract/merchants/merchant-account";
import { changeMerchant, type OwnMerchant } from "./own-merchant";

interface Props {
  merchant: OwnMerchant;
  /** As payers see it. */
  logo: HostedImage | null;
}

/** How payers recognise the business, and where they ask it. */
export function BrandSection({ merchant, logo }: Props) {
  return (
    <Section
      title="Brand"
      text="Your customers see your logo and support email when they pay, subscribe, or open an invoice."
    >
      <div className="grid max-w-xl gap-6">
        <LogoControl merchant={merchant} logo={logo} />
        <SupportForm merchant={merchant} />
      </div>
    </Section>
  );
}

function LogoControl({ merchant, logo }: Props) {
  const api = useApi();
  const router = useRouter();
  const why = useWhyReadOnly();
  const { busy, problem, run } = useTask();
  const change = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work();
      showToast(done);
      router.refresh();
    });
  const upload = (file: File) => {
    const route = { method: "POST", path: "/v1/merchants/me/logo" } as const;
    void change(() => {
      checkFileSize(file);
      return api<typeof uploadLogo>(route, {}, { file, timeoutMs: 60_000 });
    }, "Logo saved.");
  };
  const remove = () => change(() => changeMerchant(api, { logoUrl: null }), "Logo removed.");
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="grid min-h-16 min-w-16 place-items-center rounded-xl border border-line bg-panel p-3">
          <MerchantMark merchant={{ name: merchant.businessName, logo }} alt="Your logo" />
        </div>
        <Offered why={why}>
          <FileButton label={logo ? "Replace logo" : "Upload logo"} busy={busy} onFile={upload} />
          {merchant.logoUrl !== null && (
            <Button look="quiet" busy={busy} onClick={() => void remove()} className="-ml-4">
              Remove
            </Button>
          )}
        </Offered>
      </div>
      <p className="text-muted text-sm">PNG, JPEG, WebP or GIF, at most 2 MB.</p>
      <LogoNotice merchant={merchant} />
      <TaskProblem problem={problem} />
    </div>
  );
}

function LogoNotice({ merchant: { logoUrl, logoStatus } }: Pick<Props, "merchant">) {
  if (logoStatus === null || logoStatus === "ok") return null;
  if (logoStatus === "pending") {
    return <Notice tone="wait">Fetching your logo from {logoUrl}.</Notice>;
  }
  const why =
    logoStatus === "image_unreachable"
      ? "didn’t return a file"
      : "isn’t a PNG, JPEG, WebP or GIF, or is larger than 2 MB";
  return (
    <Notice tone="bad">
      <span className="wrap-anywhere">{logoUrl}</span> {why}. We’ll keep trying for two days. You
      can upload the file instead.
    </Notice>
  );
}

function SupportForm({ merchant }: Pick<Props, "merchant">) {
  const api = useApi();
  const router = useRouter();
  const why = useWhyReadOnly();
  const { busy, problem, run } = useTask();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("supportEmail");
    void run(async () => {
      await changeMerchant(api, { supportEmail: String(given).trim() || null });
      showToast("Saved.");
      router.refresh();
    });
  };
  return (
    <Form onSubmit={save} className="grid gap-5">
      <TaskProblem problem={problem} fields={["supportEmail"]} />
      <TextField
        name="supportEmail"
        type="email"
        label="Support e-mail"
        hint="Where your customers write to you."
        autoComplete="email"
        maxLength={320}
        defaultValue={merchant.supportEmail ?? ""}
        error={problemAt(problem, "supportEmail")}
      />
      <Offered why={why}>
        <Button type="submit" busy={busy} className="justify-self-start">
          Update address
        </Button>
      </Offered>
    </Form>
  );
}
