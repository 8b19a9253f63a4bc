/** The verified claims of an access token, as Postgres reads them from `request.jwt.claims`. */
export interface TokenClaims {
  readonly sub: string;
  readonly role: "authenticated";
  readonly session_id: string;
  readonly email?: string;
  readonly exp: number;
  readonly [claim: string]: unknown;
}

/**
 * Who makes a request. `account` is somebody with a valid token who is neither an active volunteer nor an
 * administrator; `recovery` is whoever opened the link of a recovery mail; `unconfirmed-admin` is an administrator whose second factor is still to come; `donor` is who opened
 * the link of a mail; `service` is our own scheduled work; `monitor` is a program that may ask how this is deployed.
 */
export type Caller =
  | { readonly kind: "anonymous" }
  | {
      readonly kind: "account" | "recovery" | "volunteer" | "unconfirmed-admin" | "admin";
      readonly userId: string;
      readonly claims: TokenClaims;
      readonly accessToken: string;
    }
  | { readonly kind: "donor"; readonly giftLinkId: string }
  | { readonly kind: "service" }
  | { readonly kind: "monitor" };

export const anonymous: Caller = { kind: "anonymous" };
export const service: Caller = { kind: "service" };
export const monitor: Caller = { kind: "monitor" };
