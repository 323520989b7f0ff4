import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { ButtonLink } from "@/components/ui/button-link";

export default function ConsoleNotFound() {
  return (
    <DashboardPage title="Nothing here" text="This installation has no such page or object.">
      <ButtonLink href="/admin">Go to the overview</ButtonLink>
    </DashboardPage>
  );
}
