import type { OwnAreas } from "./contracts/choices.ts";

/** Verified claims of an access token, as Postgres reads them from `request.jwt.claims`. */
export interface TokenClaims {
  readonly sub: string;
  readonly role: "authenticated";
  readonly session_id: string;
  readonly email?: string;
  readonly exp: number;
  readonly [claim: string]: unknown;
}

/**
 * The kind of caller that sends a request. `account` is neither an active volunteer nor an administrator; `recovery`
 * opened a password reset link; `unconfirmed-admin` still has to pass two-step login; `unenrolled-admin` still has to
 * set up two-step login, which is required; `donor` opened an emailed link; `service` is our scheduled jobs; `monitor`
 * may read deployment details.
 */
export type Caller =
  | { readonly kind: "anonymous" }
  | {
      readonly kind:
        | "account"
        | "recovery"
        | "volunteer"
        | "unconfirmed-admin"
        | "unenrolled-admin";
      readonly userId: string;
      readonly claims: TokenClaims;
      readonly accessToken: string;
    }
  | {
      readonly kind: "admin";
      readonly userId: string;
      readonly claims: TokenClaims;
      readonly accessToken: string;
      readonly areas: OwnAreas;
    }
  | { readonly kind: "donor"; readonly donorLinkId: string }
  | { readonly kind: "service" }
  | { readonly kind: "monitor" };

export const anonymous: Caller = { kind: "anonymous" };
export const service: Caller = { kind: "service" };
export const monitor: Caller = { kind: "monitor" };
