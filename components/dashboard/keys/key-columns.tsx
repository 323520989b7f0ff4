import { Badge, type BadgeTone } from "@/components/ui/badge";
import { CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { LinkButton } from "@/components/ui/link-button";
import type { Column } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import type { ShownKey } from "./acting-keys";
import type { KeyEnd } from "./end-key-dialog";
import { nameScopes } from "./key-scopes";

const looks = {
  active: { tone: "good", word: "Active", icon: CheckIcon },
  expired: { tone: "wait", word: "Expired", icon: ClockIcon },
  revoked: { tone: "neutral", word: "Revoked", icon: CrossIcon },
} satisfies Record<ShownKey["status"], { tone: BadgeTone; word: string; icon: typeof CheckIcon }>;

const reasons = {
  manual: "Revoked",
  rotated: "Rotated",
  leaked: "Leaked",
  merchant_closed: "Account closed",
};

function KeyState({ status, revokedReason }: Pick<ShownKey, "status" | "revokedReason">) {
  const { tone, word, icon: Icon } = looks[status];
  return (
    <Badge tone={revokedReason === "leaked" ? "bad" : tone}>
      <Icon className="size-3.5" />
      {revokedReason ? reasons[revokedReason] : word}
    </Badge>
  );
}

interface KeyActions {
  onEnd(end: KeyEnd, shown: ShownKey): void;
  onRequests(shown: ShownKey): void;
}

/** What the list of keys tells of each, and what can be done with it. */
export const keyColumns = ({ onEnd, onRequests }: KeyActions): Column<ShownKey>[] => [
  {
    name: "Key",
    cell: ({ name, prefix, last4 }) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{name}</span>
        <code translate="no" className="font-mono text-muted text-xs">{`${prefix}…${last4}`}</code>
      </span>
    ),
  },
  {
    name: "Permissions",
    cell: ({ kind, scopes, allowedOrigins }) =>
      kind === "secret" ? (
        nameScopes(scopes)
      ) : (
        <span title={allowedOrigins?.join(", ")}>
          {allowedOrigins ? `Publishable, ${pages(allowedOrigins.length)}` : "Publishable"}
        </span>
      ),
  },
  {
    name: "Last used",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <LocalTime iso={lastUsedAt} shape="short" locale="en" /> : "Never",
  },
  {
    name: "State",
    cell: ({ status, revokedReason, expiresAt }) => (
      <span className="inline-grid justify-items-end gap-1 sm:justify-items-start">
        <KeyState {...{ status, revokedReason }} />
        {status === "active" && expiresAt && (
          <span className="text-muted text-xs">
            until <LocalTime iso={expiresAt} shape="short" locale="en" />
          </span>
        )}
      </span>
    ),
  },
  {
    name: "Change",
    cell: (shown) => (
      <span className="flex flex-wrap justify-end gap-x-4 sm:justify-start">
        <LinkButton label={`Requests with ${shown.name}`} onClick={() => onRequests(shown)}>
          Requests
        </LinkButton>
        {shown.status === "active" && (
          <>
            <LinkButton label={`Rotate ${shown.name}`} onClick={() => onEnd("rotate", shown)}>
              Rotate
            </LinkButton>
            <LinkButton label={`Revoke ${shown.name}`} onClick={() => onEnd("revoke", shown)}>
              Revoke
            </LinkButton>
          </>
        )}
      </span>
    ),
  },
];

const pages = (count: number) => (count === 1 ? "1 page" : `${count} pages`);
