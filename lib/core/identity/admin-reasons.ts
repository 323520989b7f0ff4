/** The reasons of refusals that concern admin users, and what they do with merchants. */
export const adminReasons = {
  admin_required: "Only an admin user who is signed in can do this",
  admin_suspended: "The admin user is suspended",
  mfa_required: "Admin users sign in with a second factor",
  role_missing: "The admin user lacks `details.requiredRole`",
  admin_session_over:
    "30 minutes passed without a call of the admin user, or 12 hours since the sign-in: sign in again",
  already_admin: "An admin user already has this address",
  own_admin_user: "Admin users cannot change their own role or status",
  last_super_admin: "One active super admin must remain",
  audience_mismatch:
    "`merchantId` is required for the audience `merchant`, and not allowed for `all`",
  admin_account: "The person is an active admin user: suspend the admin user first",
  call_not_possible: "The call of the contracts cannot be made now; the message says why",
  not_unsent: "The email waits to be sent, or was sent",
  test_mode: "On public chains test payments email the merchant alone",
  changed: "The object has changed since it was looked at: try again",
  final: "The payment has ended",
  slot_open: "The payment's transaction may still be mined",
  settled: "The payment is settled on chain, and is confirmed once it is final",
  spent: "The payment's authorization was used or cancelled elsewhere",
  unknown: "The chain has not been read so far, or is halted",
} as const;
