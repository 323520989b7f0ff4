import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { Mail } from "@/lib/domain/mails/mail";

const roleNames: Readonly<Record<AdminRole, string>> = {
  read_only: "read-only admin",
  admin: "admin",
  super_admin: "super admin",
};

/** An invitation to run the platform. */
export const adminInvitedMail: Mail<{ role: AdminRole }> = {
  kind: "admin_invited",
  subject: () => "You’re invited to administer Stipend",
  body: ({ role }) => ({
    isOurs: true,
    preheader: "Sign in with this address to accept.",
    heading: "You’re invited to administer Stipend",
    paragraphs: [
      `You can administer this installation as a ${roleNames[role]}. Sign in or sign up with this address, and turn on two-factor authentication.`,
      "If you didn’t expect this invitation, you don’t need to do anything.",
    ],
    button: { label: "Open the console", to: "/admin" },
    footer: "You’re receiving this email because an admin invited this address.",
  }),
};
