"use client";

import { useMemo, useSyncExternalStore } from "react";
import { shortId } from "@/components/dashboard/detail/short-id";
import { type Shortcut, shortcuts } from "@/components/dashboard/keyboard/shortcut-store";
import { type DashboardFrame, hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { listOf, navGroups } from "@/components/dashboard/shell/nav-entries";
import { signOut } from "@/components/dashboard/shell/sign-out";
import { showToast } from "@/components/ui/toast";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals } from "@/lib/core/amounts/money";
import { groupsOf } from "./groups-of";
import { matchEntries } from "./match-entries";
import { nameOfHit, placeOfHit, type SearchHit } from "./object-places";
import type { PaletteEntry } from "./palette-entry";

const noShortcuts: readonly Shortcut[] = [];

/**
 * What the palette shows for what is typed: what can be done on the page, pages, the rest, and what the API found.
 * @param isEarlier the API found it for what was typed before
 */
export function useEntries(
  frame: DashboardFrame,
  typed: string,
  hits: readonly SearchHit[],
  isEarlier: boolean,
): readonly PaletteEntry[] {
  const here = useSyncExternalStore(shortcuts.subscribe, shortcuts.get, () => noShortcuts);
  return useMemo(() => {
    const known = [...onPage(here), ...pages(frame), ...elsewhere(frame)];
    const all = [...matchEntries(known, typed), ...objects(frame, hits, isEarlier)];
    // As they are shown, so that the arrows go from one to the next.
    return groupsOf(all).flatMap(([, own]) => own);
  }, [frame, here, typed, hits, isEarlier]);
}

/** Keys that go through rows are no actions of their own. */
const isAction = ({ key }: Shortcut) => !["j", "k"].includes(key);

const onPage = (here: readonly Shortcut[]): PaletteEntry[] =>
  here.filter(isAction).map(({ key, label, run }) => ({
    id: `key ${key} ${label}`,
    group: "On this page",
    title: label,
    keys: [key],
    run,
  }));

const pages = ({ mode }: DashboardFrame): PaletteEntry[] =>
  navGroups.flatMap(({ name, entries }) =>
    entries.map((entry) => ({
      id: `page ${entry.path}`,
      group: "Pages",
      title: entry.name,
      detail: name ?? undefined,
      keys: entry.key === undefined ? undefined : ["g", entry.key],
      href: hrefIn(entry.path, mode),
    })),
  );

function elsewhere(frame: DashboardFrame): PaletteEntry[] {
  const { path, mode, hasLive } = frame;
  const group = "Actions";
  const other = mode === "test" ? "live" : "test";
  const leave = () => {
    signOut(frame.elsewhere).catch(() =>
      showToast("Couldn’t sign you out: the server didn’t answer. Try again."),
    );
  };
  return [
    ...(hasLive || other === "test"
      ? [{ id: "mode", group, title: `Switch to ${other} mode`, href: hrefIn(listOf(path), other) }]
      : []),
    {
      id: "docs",
      group,
      title: "Read the guides",
      detail: "documentation help",
      href: "/docs/guides",
    },
    {
      id: "reference",
      group,
      title: "Open the API reference",
      detail: "documentation",
      href: "/docs",
    },
    { id: "contact", group, title: "Contact support", detail: "contact help", href: "/contact" },
    { id: "leave", group, title: "Sign out", run: leave },
  ];
}

const objects = (
  { mode }: DashboardFrame,
  hits: readonly SearchHit[],
  isEarlier: boolean,
): PaletteEntry[] =>
  hits.flatMap((hit) => {
    const place = placeOfHit(hit);
    if (place === null) return [];
    return [
      {
        id: hit.id,
        group: nameOfHit(hit),
        title: titleOf(hit) || hit.id,
        detail: detailOf(hit),
        isEarlier,
        href: hrefIn(place, mode),
      },
    ];
  });

/** A transaction's is the API's word for its type. */
const titleOf = ({ type, title }: SearchHit): string | null =>
  type === "transaction" && title !== null ? sentenceOf(wordOf(title)) : title;

const sentenceOf = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function detailOf({ amount, currency, status, title, id }: SearchHit): string {
  const money =
    amount === null || currency === null
      ? null
      : formatAmount({ amount, currency, decimals: currencyDecimals }, "en");
  return [money, status && wordOf(status), title ? shortId(id) : null]
    .filter((part) => part !== null)
    .join(" · ");
}

/** `past_due` as people read it. */
const wordOf = (status: string) => status.replaceAll("_", " ");
