import type { Faults } from "./faulty-deployment.ts";

/** Each fault of Auth's settings, with the one line of the report that fails because of it. */
export const authFaultCases: readonly (readonly [string, Faults, RegExp])[] = [
  ["the access token is refused", { management: { status: 401 } }, /^access token: .*returned 401/],
  ...(
    [
      ["visitors' addresses", "security_sb_forwarded_for_enabled", false],
      ["current password", "security_update_password_require_current_password", undefined],
      ["sign-up", "disable_signup", false],
      ["site URL", "site_url", "http://localhost:3000"],
      ["mail server", "smtp_host", null],
      ["two-step login", "mfa_totp_enroll_enabled", false],
      ["two-step login", "mfa_totp_verify_enabled", false],
      ["captcha", "security_captcha_enabled", false],
      ["emailed codes' lifetime", "mailer_otp_exp", 3600],
      ["emailed codes' length", "mailer_otp_length", 6],
      ["email limit", "rate_limit_email_sent", 30],
      ["limit on logins", "rate_limit_token_refresh", 360],
      ["limit on logins", "rate_limit_token_refresh", 30],
      ["limits per visitor", "rate_limit_otp", 360],
      ["limits per visitor", "rate_limit_verify", 360],
      ["redirects", "uri_allow_list", "https://elsewhere.example"],
      ["sessions", "jwt_exp", 604_800],
      ["used sessions", "refresh_token_rotation_enabled", false],
      ["change of email", "mailer_secure_email_change_enabled", false],
      ["ways to log in", "external_email_enabled", false],
    ] as const
  ).map(([line, name, value]): [string, Faults, RegExp] => [
    `${name} is ${value}`,
    { settings: { [name]: value } },
    new RegExp(`^Auth: ${line}: ${name} is ${JSON.stringify(value) ?? "missing"}[.,] `),
  ]),
  [
    "Auth sends a recovery email with Supabase's subject",
    { settings: { mailer_subjects_recovery: "Reset Your Password" } },
    /^Auth: recovery email: mailer_subjects_recovery isn't ours.*deploy:auth/,
  ],
  [
    "Auth sends Supabase's recovery email",
    { settings: { mailer_templates_recovery_content: "<h2>Reset Password</h2>" } },
    /^Auth: recovery email: mailer_templates_recovery_content isn't ours.*deploy:auth/,
  ],
  [
    "tokens are signed with a shared secret",
    { signingAlgorithm: "HS256" },
    /^Auth: signing key: Tokens are signed with HS256\. .*ES256/,
  ],
];

/** More faults of the same kinds. */
export const nightlyAuthFaultCases: readonly (readonly [string, Faults, RegExp])[] = [
  ...["external_google_enabled", "external_anonymous_users_enabled", "hook_send_email_enabled"].map(
    (name): [string, Faults, RegExp] => [
      `${name} is true`,
      { settings: { [name]: true } },
      new RegExp(`^Auth: ways to log in: ${name}: `),
    ],
  ),
  ...["https://**", "http://127.0.0.1*", "http://localhost:3000"].map(
    (entry): [string, Faults, RegExp] => [
      `Auth redirects to ${entry}`,
      { settings: { uri_allow_list: entry } },
      /^Auth: redirects: uri_allow_list is /,
    ],
  ),
];
