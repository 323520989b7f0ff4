"use client";

import { useState } from "react";
import { RepairDialog } from "@/components/admin/repairs/repair-dialog";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { LinkButton } from "@/components/ui/link-button";
import type { lockSignIn, unlockSignIn } from "@/lib/contract/admin/users";
import type { Merchant } from "./merchant-shapes";

interface Props {
  user: Merchant["users"][number];
  /** Reads the merchant anew. */
  onChanged(): Promise<unknown>;
}

/** Locks a person's sign-in and ends their sessions, or lets them in again. */
export function SignInLock({ user: { id, email, locked }, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const verb = locked ? "Unlock" : "Lock";
  const path = locked ? "/v1/admin/users/{id}/unlock" : "/v1/admin/users/{id}/lock";
  const who = email ?? id;
  return (
    <>
      <span className="whitespace-nowrap">
        <LinkButton label={`${verb} sign-in of ${who}`} onClick={() => setOpen(true)}>
          {`${verb} sign-in`}
        </LinkButton>
      </span>
      {isOpen && (
        <RepairDialog
          title={`${verb} the sign-in of ${who}?`}
          action={`${verb} sign-in`}
          look={locked ? "primary" : "danger"}
          done={locked ? "Sign-in unlocked." : "Sign-in locked."}
          call={(input) =>
            api<typeof lockSignIn | typeof unlockSignIn>({ method: "POST", path }, { id, ...input })
          }
          onDone={onChanged}
          onClose={() => setOpen(false)}
        >
          {({ consequence }) => <p>{consequence}</p>}
        </RepairDialog>
      )}
    </>
  );
}
