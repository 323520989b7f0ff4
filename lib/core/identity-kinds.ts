/** What a code that is mailed is for. */
export const codePurposes = ["sign_up", "sign_in", "reset", "step_up", "email_change"] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** What of an account was changed, or used, that its owner is mailed of. */
export const securityChanges = [
  "password_changed",
  "email_changed",
  "new_browser",
  "totp_enabled",
  "totp_disabled",
  "recovery_code_used",
  "recovery_codes_replaced",
] as const;
export type SecurityChange = (typeof securityChanges)[number];
