import type { ReactNode } from "react";
import { ClockIcon, FlaskIcon, RefundIcon } from "@/components/ui/icons";
import { ShieldIcon } from "@/components/ui/sign-icons";
import {
  BagIcon,
  BellIcon,
  BoltIcon,
  BookIcon,
  BoxIcon,
  ChainIcon,
  ChartIcon,
  CodeIcon,
  HomeIcon,
  InvoiceIcon,
  KeyIcon,
  LinkIcon,
  MenuIcon,
  PaymentIcon,
  PeopleIcon,
  PercentIcon,
  PlanIcon,
  RepeatIcon,
  StoreIcon,
  SwapIcon,
  TagIcon,
} from "@/components/ui/work-icons";
import { type ObjectName, objectKinds } from "@/lib/core/object-kinds";

/** A page, as the navigation of its shell shows it. */
export interface NavEntry {
  readonly path: `/${"dashboard" | "admin"}${string}`;
  readonly name: string;
  readonly icon: ReactNode;
  /** Goes there after `g`. */
  readonly key?: string;
}

/** Pages under one heading. */
export interface NavGroup {
  readonly name: string | null;
  readonly entries: readonly NavEntry[];
}

const of = (object: ObjectName, icon: ReactNode, key: string): NavEntry => {
  const { list, many } = objectKinds[object];
  return { path: list, name: many, icon, key };
};

/** Every page that the navigation leads to, and only pages that exist. A further one is added here. */
export const navGroups: readonly NavGroup[] = [
  {
    name: null,
    entries: [
      { path: "/dashboard", name: "Home", icon: <HomeIcon />, key: "h" },
      { path: "/dashboard/analytics", name: "Analytics", icon: <ChartIcon />, key: "a" },
      { path: "/dashboard/books", name: "Books", icon: <BookIcon />, key: "y" },
    ],
  },
  {
    name: "Sales",
    entries: [
      of("payment_session", <PaymentIcon />, "p"),
      of("transaction", <SwapIcon />, "t"),
      of("refund", <RefundIcon />, "r"),
      of("customer", <PeopleIcon />, "c"),
      of("subscription", <RepeatIcon />, "s"),
      { path: "/dashboard/renewals", name: "Renewals", icon: <ClockIcon />, key: "u" },
      of("subscription_plan", <PlanIcon />, "l"),
      of("invoice", <InvoiceIcon />, "i"),
      { path: "/dashboard/compliance", name: "Compliance", icon: <ShieldIcon />, key: "m" },
      { path: "/dashboard/agent", name: "Agent", icon: <BoltIcon />, key: "j" },
    ],
  },
  {
    name: "Shop",
    entries: [
      of("payment_link", <LinkIcon />, "n"),
      of("product", <TagIcon />, "o"),
      { path: "/dashboard/storefront", name: "Storefront", icon: <BagIcon />, key: "f" },
      { path: "/dashboard/storefront/orders", name: "Orders", icon: <BoxIcon />, key: "b" },
    ],
  },
  {
    name: "Developers",
    entries: [
      { path: "/dashboard/developers", name: "Overview", icon: <CodeIcon />, key: "d" },
      of("api_key", <KeyIcon />, "k"),
      { path: "/dashboard/developers/webhooks", name: "Webhooks", icon: <SwapIcon />, key: "w" },
      { path: "/dashboard/developers/inspector", name: "Inspector", icon: <FlaskIcon /> },
      of("event", <ClockIcon />, "e"),
      { path: "/dashboard/developers/logs", name: "Request log", icon: <MenuIcon />, key: "q" },
    ],
  },
  {
    name: "Settings",
    entries: [
      { path: "/dashboard/settings/business", name: "Business", icon: <StoreIcon /> },
      { path: "/dashboard/settings/onchain", name: "On-chain account", icon: <ChainIcon /> },
      { path: "/dashboard/settings/plan", name: "Plan", icon: <PercentIcon /> },
      { path: "/dashboard/settings/live", name: "Go live", icon: <BoltIcon /> },
      { path: "/dashboard/settings/notifications", name: "Notifications", icon: <BellIcon /> },
      { path: "/dashboard/settings/security", name: "Security", icon: <ShieldIcon /> },
    ],
  },
];

/** All of them in one list. */
export const navPages: readonly NavEntry[] = navGroups.flatMap(({ entries }) => entries);

/**
 * The path of the entry among some that a page belongs to: its own, or else the longest that it lies below. The first
 * one, home, has none below.
 */
export function entryAmong(entries: readonly NavEntry[], path: string): string | undefined {
  const home = entries[0]?.path;
  return entries
    .map((entry) => entry.path)
    .filter((entry) => entry === path || (entry !== home && path.startsWith(`${entry}/`)))
    .sort((one, other) => other.length - one.length)[0];
}

/** The entry of the dashboard that a page belongs to. */
export const entryOf = (path: string): string | undefined => entryAmong(navPages, path);

/** Target when the user switches mode or business on `path`: the list, because the object does not exist there. */
export const listOf = (path: string): string => entryOf(path) ?? path;
