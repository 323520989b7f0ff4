/** The settings of the app at Privy as its browser libraries read them: what they do not need is off or empty. */
export const privyAppConfig = (id: string) => ({
  ...{ id, name: "Tests", data_classification: "public", theme: "light", accent_color: null },
  ...{ email_auth: true, google_oauth: true, apple_oauth: true, github_oauth: true },
  ...{ passkey_auth: true, passkeys_for_signup_enabled: false, mfa_methods: ["totp"] },
  ...{ custom_api_url: null, custom_oauth_providers: [], allowed_domains: [] },
  ...{ allowed_native_app_ids: [], allowed_native_app_url_schemes: [], verification_key: "" },
  allowlist_config: { cta_link: null, cta_text: null, error_detail: null, error_title: null },
  ...{ allowlist_enabled: false, captcha_enabled: false, enabled_captcha_provider: null },
  embedded_wallet_config: {
    ...{ mode: "legacy-embedded-wallets-only", create_on_login: "off" },
    ...{ ethereum: { create_on_login: "off" }, solana: { create_on_login: "off" } },
    ...{ require_user_password_on_create: false, user_owned_recovery_options: [] },
  },
  smart_wallet_config: { enabled: false },
  ...{ icon_url: null, logo_url: null, legal_name: null, privacy_policy_url: null },
  ...{ terms_and_conditions_url: null, require_users_accept_terms: false },
  ...{ max_linked_wallets_per_user: null, wallet_connect_cloud_project_id: null },
  ...{ wallet_auth: false, solana_wallet_auth: false, sms_auth: false, custom_jwt_auth: false },
  ...{ guest_auth: false, farcaster_auth: false, telegram_auth: false, discord_oauth: false },
  ...{ twitter_oauth: false, linkedin_oauth: false, spotify_oauth: false, line_oauth: false },
  ...{ instagram_oauth: false, tiktok_oauth: false, twitch_oauth: false, telegram_oauth: false },
  ...{ show_wallet_login_first: false, merge_accounts_by_email: false, enforce_wallet_uis: false },
});
