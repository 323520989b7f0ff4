import { roleNames } from "@/components/admin/shell/admin-context";
import { SelectField } from "@/components/ui/select-field";
import { type AdminRole, adminRoles } from "@/lib/core/identity/admin-roles";

const effects: Readonly<Record<AdminRole, string>> = {
  super_admin:
    "Everything, including closing merchants, writing to all of them, retiring relay wallets, resuming chains, calling the contracts and managing admins.",
  admin:
    "Sees everything. Suspends and reactivates merchants, sets tiers, writes to one merchant, decides payments on hold, repairs payments, emails and webhooks, locks sign-ins.",
  read_only: "Sees merchants, analytics, health, broadcasts and relay wallets. Changes nothing.",
};

interface Props {
  value: AdminRole;
  onChange(role: AdminRole): void;
}

/** The choice of a role, with what it allows. */
export function RoleField({ value, onChange }: Props) {
  return (
    <SelectField
      name="role"
      label="Role"
      hint={effects[value]}
      value={value}
      onChange={({ target }) => onChange(adminRoles.find((one) => one === target.value) ?? value)}
    >
      {adminRoles.map((one) => (
        <option key={one} value={one}>
          {roleNames[one]}
        </option>
      ))}
    </SelectField>
  );
}
