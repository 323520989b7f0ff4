"use client";

import { useEffect } from "react";
import { useTask } from "@/components/account/use-task";
import { signOut, watchSignOut } from "@/components/dashboard/shell/sign-out";
import { Menu, menuItemLook } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import { PersonIcon } from "@/components/ui/work-icons";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { roleNames, useAdmin } from "./admin-context";

/** Shows the admin user with their role, and the ways out of the console. */
export function ConsoleAccount(props: { email: string; elsewhere: PrivyApp | null }) {
  const { email, elsewhere } = props;
  const { role } = useAdmin();
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
      label={`Account of ${email} ${roleNames[role]}`}
      trigger={
        <>
          <span className="hidden text-right leading-tight md:block">
            <span className="block max-w-56 truncate text-sm">{email}</span>{" "}
            <span className="block text-muted text-xs">{roleNames[role]}</span>
          </span>
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
            <PersonIcon className="size-4.5" />
          </span>
        </>
      }
    >
      <p className="wrap-anywhere border-line border-b px-3 pt-1.5 pb-2.5 text-sm">
        {email}
        <span className="block text-muted text-xs">{roleNames[role]}</span>
      </p>
      <a href="/dashboard/settings/security" className={`${menuItemLook} mt-1.5`}>
        Security
      </a>
      <a href="/dashboard" className={menuItemLook}>
        Merchant dashboard
      </a>
      <button type="button" onClick={leave} className={menuItemLook}>
        Sign out
      </button>
    </Menu>
  );
}
