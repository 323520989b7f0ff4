"use client";

import { useRouter } from "next/navigation";
import { askIdentity } from "@/components/account/ask-identity";
import { goToProvider, type OfferedProvider } from "@/components/account/go-to-provider";
import { SignInNotice } from "@/components/account/sign-in-notice";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import type { startLink, unlinkIdentity } from "@/lib/contract/identity/identity-providers";
import type { ProviderId } from "@/lib/core/identity/sign-in-providers";

/** A linked account; times are ISO 8601. */
export interface ShownIdentity {
  readonly id: string;
  readonly provider: string;
  readonly email: string;
  readonly lastUsedAt: string | null;
}

interface Props {
  identities: readonly ShownIdentity[];
  /** What the installation offers. */
  providers: readonly OfferedProvider[];
  /** Why linking came to nothing. */
  problem: string | undefined;
}

/** The accounts at other providers that sign in to this one. */
export function IdentitiesSection({ identities, providers, problem: failed }: Props) {
  const { busy, problem, run } = useTask();
  const router = useRouter();
  const link = (provider: OfferedProvider) =>
    run(async () => {
      const route = { method: "POST", path: "/api/identity/identities/start" } as const;
      const given = { provider: provider.id as ProviderId };
      const { link } = await askIdentity<typeof startLink>(route, given);
      await goToProvider(provider.id, `/dashboard/settings/security?link=${link}`);
    });
  const unlink = (identity: ShownIdentity) =>
    run(async () => {
      const route = { method: "DELETE", path: "/api/identity/identities/{id}" } as const;
      await askIdentity<typeof unlinkIdentity>(route, { id: identity.id });
      showToast(`${identity.email} unlinked.`);
      router.refresh();
    });
  const nameOf = ({ provider }: ShownIdentity) =>
    providers.find(({ id }) => id === provider)?.name ?? provider;
  return (
    <Section title="Linked accounts" text="Sign in with an account that you have elsewhere.">
      <SignInNotice reason={failed} />
      <TaskProblem problem={problem} />
      {identities.length > 0 && (
        <Table
          caption="Linked accounts"
          columns={columnsOf(nameOf, busy, unlink)}
          rows={identities}
          keyOf={({ id }) => id}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {providers.map((provider) => (
          <Button key={provider.id} look="secondary" busy={busy} onClick={() => link(provider)}>
            Link {provider.name}
          </Button>
        ))}
      </div>
    </Section>
  );
}

const columnsOf = (
  nameOf: (identity: ShownIdentity) => string,
  busy: boolean,
  unlink: (identity: ShownIdentity) => Promise<void>,
): Column<ShownIdentity>[] => [
  { name: "Provider", cell: nameOf },
  { name: "Account", cell: ({ email }) => email },
  {
    name: "Last used",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <LocalTime iso={lastUsedAt} shape="short" locale="en" /> : "Never",
  },
  {
    name: "Change",
    cell: (identity) => (
      <Button
        look="secondary"
        busy={busy}
        aria-label={`Unlink ${identity.email}`}
        onClick={() => unlink(identity)}
      >
        Unlink
      </Button>
    ),
  },
];
