import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { ButtonLink } from "@/components/ui/button-link";

/** The same page for a missing object and for an object of another business. */
export default function DashboardNotFound() {
  return (
    <DashboardPage
      title="Nothing here"
      text="This business has no such object in this mode. It may be in the other mode, or belong to another of your businesses."
    >
      <ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>
    </DashboardPage>
  );
}
