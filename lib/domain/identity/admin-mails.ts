import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { Mail, MailBody } from "@/lib/domain/mails/mail";

const roleNames: Readonly<Record<AdminRole, string>> = {
  read_only: "a read-only admin",
  admin: "an admin",
  super_admin: "a super admin",
};

const openConsole = { label: "Open the console", to: "/admin" } as const;

/** An invitation to run the platform. */
export const adminInvitedMail: Mail<{ role: AdminRole }> = {
  kind: "admin_invited",
  subject: () => "You’re invited to administer Stipend",
  body: ({ role }) => ({
    isOurs: true,
    preheader: "Sign in with this address to accept.",
    heading: "You’re invited to administer Stipend",
    paragraphs: [
      `You can administer this installation as ${roleNames[role]}. Sign in or sign up with this address, and turn on two-factor authentication.`,
      "If you didn’t expect this invitation, you don’t need to do anything.",
    ],
    button: openConsole,
    footer: "You’re receiving this email because an admin invited this address.",
  }),
};

/** What an admin user has become, and what of it was changed. */
export type AdminChange = {
  role: AdminRole;
  status: "active" | "suspended";
  changed: "role" | "status";
};

/** What the mail says of a change. */
function saidOf({
  role,
  status,
  changed,
}: AdminChange): Pick<MailBody, "heading" | "preheader" | "paragraphs" | "button"> {
  if (changed === "status" && status === "suspended") {
    return {
      heading: "Your admin access was suspended",
      preheader: "You can’t open the console now.",
      paragraphs: [
        "A super admin suspended your admin access to this Stipend installation. You can’t open the console until it’s reactivated.",
      ],
      button: { label: "Contact us", to: "/contact" },
    };
  }
  return {
    heading: changed === "status" ? "Your admin access is active again" : "Your admin role changed",
    preheader: "A super admin made this change.",
    paragraphs: [
      status === "suspended"
        ? `Once your access is reactivated, you can administer this Stipend installation as ${roleNames[role]}.`
        : `You can now administer this Stipend installation as ${roleNames[role]}.`,
    ],
    button: openConsole,
  };
}

/** That another admin user gave an admin user another role, or suspended or reactivated them. */
export const adminChangedMail: Mail<AdminChange> = {
  kind: "admin_changed",
  subject: (change) => saidOf(change).heading,
  body: (change) => ({
    isOurs: true,
    ...saidOf(change),
    footer: "You’re receiving this email because this address belongs to an admin of Stipend.",
  }),
};
