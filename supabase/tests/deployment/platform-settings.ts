import type { AuthSettings } from "../../local/deployment/auth-settings.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

const PROVIDERS =
  words(`apple azure bitbucket discord facebook figma github gitlab google kakao keycloak linkedin_oidc
  slack_oidc notion slack spotify twitch twitter x workos zoom`);
const TEMPLATES = words("confirmation email_change invite magic_link reauthentication recovery");
const NOTIFICATIONS =
  words(`password_changed email_changed phone_changed mfa_factor_enrolled mfa_factor_unenrolled
  identity_linked identity_unlinked`);
const HOOKS =
  words(`custom_access_token mfa_verification_attempt password_verification_attempt send_sms send_email
  before_user_created after_user_created`);

/** Settings that are null in a new project. The CLI refuses a response without them. */
const UNSET_NAMES = [
  ...PROVIDERS.flatMap((provider) =>
    ["client_id", "email_optional", "enabled", "secret", "url", "additional_client_ids"].map(
      (field) => `external_${provider}_${field}`,
    ),
  ),
  ...HOOKS.flatMap((hook) => ["enabled", "uri", "secrets"].map((field) => `hook_${hook}_${field}`)),
  ...words(`api_max_request_duration db_max_pool_size db_max_pool_size_unit external_google_skip_nonce_check
    mailer_allow_unverified_email_sign_ins mfa_phone_max_frequency mfa_phone_template nimbus_oauth_client_id
    nimbus_oauth_client_secret oauth_server_authorization_path password_hibp_enabled saml_enabled saml_external_url
    saml_allow_encrypted_assertions security_captcha_enabled security_captcha_provider security_captcha_secret
    sessions_single_per_user sessions_tags sms_max_frequency sms_messagebird_access_key sms_messagebird_originator
    sms_otp_exp sms_provider sms_template sms_test_otp sms_test_otp_valid_until sms_textlocal_api_key
    sms_textlocal_sender sms_twilio_account_sid sms_twilio_auth_token sms_twilio_content_sid
    sms_twilio_message_service_sid sms_twilio_verify_account_sid sms_twilio_verify_auth_token
    sms_twilio_verify_message_service_sid sms_vonage_api_key sms_vonage_api_secret sms_vonage_from smtp_admin_email
    smtp_host smtp_pass smtp_port smtp_sender_name smtp_user webauthn_rp_display_name webauthn_rp_id
    webauthn_rp_origins`),
];

/** How many emails Auth sends in an hour, with Supabase's own SMTP server and with the project's. */
const BUILT_IN_EMAIL_LIMIT = 2;
const OWN_EMAIL_LIMIT = 30;

const createDefaultTemplates = (): AuthSettings =>
  Object.fromEntries([
    ...TEMPLATES.flatMap((name) => [
      [`mailer_subjects_${name}`, `Supabase's ${name}`],
      [`mailer_templates_${name}_content`, `<p>Supabase's ${name}</p>`],
    ]),
    ...NOTIFICATIONS.flatMap((name) => [
      [`mailer_subjects_${name}_notification`, `Supabase's ${name}`],
      [`mailer_templates_${name}_notification_content`, `<p>Supabase's ${name}</p>`],
    ]),
  ]);

/** The Auth settings of a new project. */
export const createDefaultSettings = (): AuthSettings => ({
  ...Object.fromEntries(UNSET_NAMES.map((name) => [name, null])),
  ...Object.fromEntries(
    NOTIFICATIONS.map((name) => [`mailer_notifications_${name}_enabled`, false]),
  ),
  ...createDefaultTemplates(),
  custom_oauth_enabled: false,
  custom_oauth_max_providers: 0,
  disable_signup: false,
  external_anonymous_users_enabled: false,
  external_email_enabled: true,
  external_phone_enabled: false,
  external_web3_ethereum_enabled: false,
  external_web3_solana_enabled: false,
  jwt_exp: 3600,
  mailer_autoconfirm: false,
  mailer_otp_exp: 3600,
  mailer_otp_length: 6,
  mailer_secure_email_change_enabled: true,
  mfa_max_enrolled_factors: 10,
  mfa_phone_enroll_enabled: false,
  mfa_phone_otp_length: 6,
  mfa_phone_verify_enabled: false,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_web_authn_enroll_enabled: false,
  mfa_web_authn_verify_enabled: false,
  oauth_server_allow_dynamic_registration: false,
  oauth_server_enabled: false,
  passkey_enabled: false,
  password_min_length: 6,
  password_required_characters: "",
  rate_limit_anonymous_users: 30,
  rate_limit_email_sent: BUILT_IN_EMAIL_LIMIT,
  rate_limit_otp: 30,
  rate_limit_sms_sent: 30,
  rate_limit_token_refresh: 150,
  rate_limit_verify: 30,
  rate_limit_web3: 30,
  refresh_token_rotation_enabled: true,
  security_manual_linking_enabled: false,
  security_refresh_token_reuse_interval: 10,
  security_sb_forwarded_for_enabled: false,
  security_update_password_require_current_password: false,
  security_update_password_require_reauthentication: false,
  sessions_inactivity_timeout: 0,
  sessions_timebox: 0,
  site_url: "http://localhost:3000",
  sms_autoconfirm: false,
  sms_otp_length: 6,
  smtp_max_frequency: 60,
  uri_allow_list: "",
});

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== "";
const isTemplate = (name: string): boolean => /^mailer_(subjects|templates)_/.test(name);

/**
 * Says why the platform refuses a change to a free project, as it has since June 2026. One refused setting refuses the
 * whole request.
 */
export function findRefusal(settings: AuthSettings, change: AuthSettings): string | undefined {
  if (isSet(settings.smtp_host)) return undefined;
  const names = Object.keys(change);
  if (names.some(isTemplate)) {
    return "Email template modification is not available for free tier projects using the default email provider. Please upgrade your plan or configure a custom SMTP provider.";
  }
  const name = ["rate_limit_email_sent", "smtp_sender_name"].find((limited) =>
    names.includes(limited),
  );
  return name === undefined || isSet(change.smtp_host)
    ? undefined
    : `Custom SMTP required to configure ${name.toUpperCase()}`;
}

/**
 * Applies a change as the platform does. A project that loses its SMTP server gets Supabase's own templates and limit
 * again.
 */
export function applyChange(settings: AuthSettings, change: AuthSettings): AuthSettings {
  const changedSettings = { ...settings, ...change };
  const [hadServer, hasServer] = [isSet(settings.smtp_host), isSet(changedSettings.smtp_host)];
  if (hadServer === hasServer) return changedSettings;
  return hasServer
    ? { ...settings, rate_limit_email_sent: OWN_EMAIL_LIMIT, ...change }
    : {
        ...changedSettings,
        ...createDefaultTemplates(),
        rate_limit_email_sent: BUILT_IN_EMAIL_LIMIT,
      };
}
