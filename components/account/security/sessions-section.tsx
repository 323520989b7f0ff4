"use client";

import { useRouter } from "next/navigation";
import { askIdentity } from "@/components/account/ask-identity";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import type { revokeOtherSessions, revokeSession } from "@/lib/contract/identity/identity-account";
import { browserName } from "@/lib/core/identity/browser-name";

/** A browser that is signed in. */
interface ShownSession {
  readonly id: string;
  readonly current: boolean;
  readonly userAgent: string | null;
  readonly addressPrefix: string | null;
  readonly lastSeenAt: string;
}

/** The browsers that are signed in, each of which can be signed out. */
export function SessionsSection({ sessions }: { sessions: readonly ShownSession[] }) {
  const { busy, problem, run } = useTask();
  const router = useRouter();
  const revoke = (session: ShownSession) =>
    run(async () => {
      const route = { method: "DELETE", path: "/api/identity/sessions/{id}" } as const;
      await askIdentity<typeof revokeSession>(route, { id: session.id });
      showToast(`${browserName(session.userAgent)} signed out.`);
      router.refresh();
    });
  const revokeOthers = () =>
    run(async () => {
      const route = { method: "DELETE", path: "/api/identity/sessions" } as const;
      await askIdentity<typeof revokeOtherSessions>(route, {});
      showToast("All other sessions signed out.");
      router.refresh();
    });
  const hasOthers = sessions.some(({ current }) => !current);
  return (
    <Section
      title="Active sessions"
      text="Signing out ends the session immediately."
      action={
        hasOthers && (
          <Button look="secondary" busy={busy} onClick={revokeOthers}>
            Sign out all others
          </Button>
        )
      }
    >
      <TaskProblem problem={problem} />
      <Table
        caption="Active sessions"
        columns={columnsOf(busy, revoke)}
        rows={sessions}
        keyOf={({ id }) => id}
      />
    </Section>
  );
}

const columnsOf = (
  busy: boolean,
  revoke: (session: ShownSession) => Promise<void>,
): Column<ShownSession>[] => [
  { name: "Browser", cell: ({ userAgent }) => browserName(userAgent) },
  { name: "Network", cell: ({ addressPrefix }) => addressPrefix ?? "Unknown" },
  {
    name: "Last seen",
    cell: ({ lastSeenAt }) => <LocalTime iso={lastSeenAt} shape="short" locale="en" />,
  },
  {
    name: "State",
    cell: (session) =>
      session.current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <Button
          look="secondary"
          busy={busy}
          aria-label={`Sign out ${browserName(session.userAgent)}`}
          onClick={() => revoke(session)}
        >
          Sign out
        </Button>
      ),
  },
];
