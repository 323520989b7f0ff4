import { entryAmong, type NavEntry, type NavGroup } from "@/components/dashboard/shell/nav-entries";
import {
  BellIcon,
  BoltIcon,
  ChainIcon,
  ChartIcon,
  HomeIcon,
  MailIcon,
  MenuIcon,
  MessageIcon,
  PauseIcon,
  PeopleIcon,
  StoreIcon,
  SwapIcon,
} from "@/components/ui/work-icons";
import { type AdminRole, hasRole } from "@/lib/core/identity/admin-roles";

/** A page of the console. */
interface ConsolePage extends NavEntry {
  readonly path: `/admin${string}`;
  /** The role that the page's endpoint needs at the least. */
  readonly least: AdminRole;
}

interface ConsoleGroup extends NavGroup {
  readonly entries: readonly ConsolePage[];
}

/** Every page that the console's navigation leads to. A further one is added here. */
const groups: readonly ConsoleGroup[] = [
  {
    name: null,
    entries: [
      { path: "/admin", name: "Overview", icon: <HomeIcon />, key: "o", least: "read_only" },
      {
        path: "/admin/merchants",
        name: "Merchants",
        icon: <StoreIcon />,
        key: "m",
        least: "read_only",
      },
      {
        path: "/admin/analytics",
        name: "Analytics",
        icon: <ChartIcon />,
        key: "a",
        least: "read_only",
      },
    ],
  },
  {
    name: "Operations",
    entries: [
      { path: "/admin/health", name: "Health", icon: <BoltIcon />, key: "h", least: "read_only" },
      {
        path: "/admin/broadcasts",
        name: "Broadcasts",
        icon: <BellIcon />,
        key: "b",
        least: "read_only",
      },
    ],
  },
  {
    name: "Repairs",
    entries: [
      { path: "/admin/holds", name: "On hold", icon: <PauseIcon />, key: "d", least: "admin" },
      { path: "/admin/relay", name: "Relay", icon: <SwapIcon />, key: "r", least: "read_only" },
      {
        path: "/admin/contracts",
        name: "Contracts",
        icon: <ChainIcon />,
        key: "k",
        least: "read_only",
      },
      { path: "/admin/mail", name: "Emails", icon: <MailIcon />, key: "e", least: "admin" },
      {
        path: "/admin/contact",
        name: "Contact messages",
        icon: <MessageIcon />,
        key: "i",
        least: "admin",
      },
    ],
  },
  {
    name: "Access",
    entries: [
      { path: "/admin/admins", name: "Admins", icon: <PeopleIcon />, key: "u", least: "admin" },
      { path: "/admin/audit", name: "Audit log", icon: <MenuIcon />, key: "l", least: "admin" },
    ],
  },
];

/** The pages that a role may open, in the groups of the navigation. */
export const pagesOf = (role: AdminRole): readonly NavGroup[] =>
  groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ least }) => hasRole(role, least)),
    }))
    .filter(({ entries }) => entries.length > 0);

const all = groups.flatMap(({ entries }) => entries);

/** The entry that a page of the console belongs to. */
export const consoleEntryOf = (path: string): string | undefined => entryAmong(all, path);
