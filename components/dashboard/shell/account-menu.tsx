"use client";

import { useEffect } from "react";
import { useTask } from "@/components/account/use-task";
import { Menu, menuItemLook } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import { PersonIcon } from "@/components/ui/work-icons";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import type { Mode } from "@/lib/core/modes";
import { hrefIn } from "./dashboard-frame";
import { signOut, watchSignOut } from "./sign-out";

/** Shows the signed-in user and the sign-out button. */
export function AccountMenu(props: { email: string; mode: Mode; elsewhere: PrivyApp | null }) {
  const { email, mode, elsewhere } = props;
  const { run } = useTask();
  useEffect(watchSignOut, []);
  const leave = () =>
    run(() =>
      signOut(elsewhere).catch(() =>
        showToast("Couldn’t sign you out: the server didn’t answer. Try again."),
      ),
    );
  return (
    <Menu
      label={`Account of ${email}`}
      trigger={
        <span className="grid size-8 place-items-center rounded-full bg-panel text-muted">
          <PersonIcon className="size-4.5" />
        </span>
      }
    >
      <p className="wrap-anywhere border-line border-b px-3 pt-1.5 pb-2.5 text-muted text-sm">
        {email}
      </p>
      <a href={hrefIn("/dashboard/settings/security", mode)} className={`${menuItemLook} mt-1.5`}>
        Security
      </a>
      <button type="button" onClick={leave} className={menuItemLook}>
        Sign out
      </button>
    </Menu>
  );
}
