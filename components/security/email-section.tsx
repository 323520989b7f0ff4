"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import { ChangeEmailDialog } from "./change-email-dialog";

/** The address that an account signs in with. */
export function EmailSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const close = () => setOpen(false);
  const changed = () => {
    close();
    showToast("Your address is changed. Other browsers are signed out.");
    router.refresh();
  };
  return (
    <>
      <Section
        title="E-mail"
        text={
          <>
            You sign in with <strong className="wrap-anywhere font-medium text-ink">{email}</strong>
            , and your businesses are mailed there.
          </>
        }
        action={
          <Button look="secondary" onClick={() => setOpen(true)}>
            Change e-mail
          </Button>
        }
      />
      {open && <ChangeEmailDialog onChanged={changed} onClose={close} />}
    </>
  );
}
