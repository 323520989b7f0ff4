"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState, useSyncExternalStore } from "react";
import { type Shortcut, shortcuts } from "@/components/dashboard/keyboard/shortcut-store";
import { groupsOf } from "@/components/dashboard/palette/groups-of";
import { matchEntries } from "@/components/dashboard/palette/match-entries";
import { PaletteDialog, type PaletteProps } from "@/components/dashboard/palette/palette-dialog";
import type { PaletteEntry } from "@/components/dashboard/palette/palette-entry";
import { tellSearch } from "@/components/dashboard/palette/tell-search";
import { usePaused } from "@/components/dashboard/palette/use-paused";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { signOut } from "@/components/dashboard/shell/sign-out";
import { showToast } from "@/components/ui/toast";
import type { listMerchants } from "@/lib/contract/admin/merchants";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { useAdmin } from "./admin-context";
import { pagesOf } from "./console-pages";

const route = { method: "GET", path: "/v1/admin/merchants" } as const;
const MOST = "8";
const noShortcuts: readonly Shortcut[] = [];

/** Keys that go through rows are no actions of their own. */
const isAction = ({ key }: Shortcut) => !["j", "k"].includes(key);

/** The merchants that the API finds for a text, once typing pauses. */
function useMerchants(typed: string) {
  const api = useApi();
  const text = usePaused(typed.trim().slice(0, 320));
  const { data, isFetching, isPlaceholderData, isError } = useQuery({
    queryKey: ["console", "search", text],
    queryFn: ({ signal }) => api<typeof listMerchants>(route, { q: text, limit: MOST }, { signal }),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  });
  const isOfText = text === typed.trim().slice(0, 320);
  const isEarlier = isPlaceholderData || !isOfText;
  const found: readonly PaletteEntry[] = useMemo(
    () =>
      (text.length > 1 ? (data?.data ?? []) : []).map(({ id, businessName, email, status }) => ({
        id,
        group: "Merchants",
        title: businessName,
        detail: [email, status].filter(Boolean).join(" · "),
        href: `/admin/merchants/${id}`,
        isEarlier,
      })),
    [data, text, isEarlier],
  );
  return { found, isLooking: isFetching || !isOfText, isError };
}

/** What is known without asking: what can be done on the page, pages, and the ways out. */
function knownEntries(
  here: readonly Shortcut[],
  role: AdminRole,
  leave: () => void,
): readonly PaletteEntry[] {
  const onPage = here.filter(isAction).map(({ key, label, run }) => ({
    id: `key ${key} ${label}`,
    group: "On this page",
    title: label,
    keys: [key],
    run,
  }));
  const pages = pagesOf(role).flatMap(({ entries }) =>
    entries.map(({ path, name, key }) => ({
      id: `page ${path}`,
      group: "Pages",
      title: name,
      keys: key === undefined ? undefined : ["g", key],
      href: path,
    })),
  );
  const group = "Actions";
  return [
    ...onPage,
    ...pages,
    { id: "dashboard", group, title: "Open the merchant dashboard", href: "/dashboard" },
    { id: "status", group, title: "Open the status page", href: "/status" },
    { id: "leave", group, title: "Sign out", run: leave },
  ];
}

interface Props extends PaletteProps {
  /** Where people sign in, if not here. */
  elsewhere: PrivyApp | null;
}

/** Finds pages, what can be done and merchants by what is typed. */
export function ConsolePalette({ elsewhere, ...rest }: Props) {
  const [typed, setTyped] = useState("");
  const { role } = useAdmin();
  const here = useSyncExternalStore(shortcuts.subscribe, shortcuts.get, () => noShortcuts);
  const { found, isLooking, isError } = useMerchants(typed);
  const entries = useMemo(() => {
    const leave = () => {
      signOut(elsewhere).catch(() =>
        showToast("Couldn’t sign you out: the server didn’t answer. Try again."),
      );
    };
    const known = matchEntries(knownEntries(here, role, leave), typed);
    return groupsOf([...known, ...found]).flatMap(([, own]) => own);
  }, [here, role, typed, found, elsewhere]);
  return (
    <PaletteDialog
      {...rest}
      {...{ typed, entries }}
      onType={setTyped}
      home="/admin"
      label="Search pages, actions and merchants"
      hint="Page, merchant, e-mail, id, wallet…"
      status={tellSearch({ count: entries.length, typed, isLooking, isError }, "No results.")}
    />
  );
}
