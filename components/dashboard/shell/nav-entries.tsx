import type { ReactNode } from "react";
import { ClockIcon, FlaskIcon, RefundIcon, ShieldIcon } from "@/components/ui/icons";
import {
  BoltIcon,
  ChainIcon,
  CodeIcon,
  HomeIcon,
  InvoiceIcon,
  KeyIcon,
  MenuIcon,
  PaymentIcon,
  PeopleIcon,
  PercentIcon,
  PlanIcon,
  RepeatIcon,
  StoreIcon,
  SwapIcon,
} from "@/components/ui/work-icons";

/** A page of the dashboard, as the navigation shows it. */
export interface NavEntry {
  readonly path: `/dashboard${string}`;
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

/** Every page that the navigation leads to, and only pages that exist. A further one is added here. */
export const navGroups: readonly NavGroup[] = [
  { name: null, entries: [{ path: "/dashboard", name: "Home", icon: <HomeIcon />, key: "h" }] },
  {
    name: "Sales",
    entries: [
      { path: "/dashboard/payments", name: "Payments", icon: <PaymentIcon />, key: "p" },
      { path: "/dashboard/transactions", name: "Transactions", icon: <SwapIcon />, key: "t" },
      { path: "/dashboard/refunds", name: "Refunds", icon: <RefundIcon />, key: "r" },
      { path: "/dashboard/customers", name: "Customers", icon: <PeopleIcon />, key: "c" },
      { path: "/dashboard/subscriptions", name: "Subscriptions", icon: <RepeatIcon />, key: "s" },
      { path: "/dashboard/plans", name: "Plans", icon: <PlanIcon />, key: "l" },
      { path: "/dashboard/invoices", name: "Invoices", icon: <InvoiceIcon />, key: "i" },
    ],
  },
  {
    name: "Developers",
    entries: [
      { path: "/dashboard/developers", name: "Overview", icon: <CodeIcon />, key: "d" },
      { path: "/dashboard/developers/keys", name: "API keys", icon: <KeyIcon />, key: "k" },
      { path: "/dashboard/developers/webhooks", name: "Webhooks", icon: <SwapIcon />, key: "w" },
      { path: "/dashboard/developers/inspector", name: "Inspector", icon: <FlaskIcon /> },
      { path: "/dashboard/developers/events", name: "Events", icon: <ClockIcon />, key: "e" },
      { path: "/dashboard/developers/logs", name: "Request log", icon: <MenuIcon />, key: "q" },
    ],
  },
  {
    name: "Settings",
    entries: [
      { path: "/dashboard/settings/business", name: "Business", icon: <StoreIcon /> },
      { path: "/dashboard/settings/onchain", name: "On the chain", icon: <ChainIcon /> },
      { path: "/dashboard/settings/plan", name: "Plan", icon: <PercentIcon /> },
      { path: "/dashboard/settings/live", name: "Go live", icon: <BoltIcon /> },
      { path: "/dashboard/settings/security", name: "Security", icon: <ShieldIcon /> },
    ],
  },
];

/** The path of the entry that a page belongs to: its own, or else the longest that it lies below. Home has none below. */
export function entryOf(path: string): string | undefined {
  const paths = navGroups.flatMap(({ entries }) => entries.map((entry) => entry.path));
  return paths
    .filter((entry) => entry === path || (entry !== "/dashboard" && path.startsWith(`${entry}/`)))
    .sort((one, other) => other.length - one.length)[0];
}

/** Where somebody goes who leaves for another mode or business: an object is not there, so its list stands for it. */
export const listOf = (path: string): string => entryOf(path) ?? path;
