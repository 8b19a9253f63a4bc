import { Secret, TOTP } from "otpauth";

/** Time-based one-time passwords (RFC 6238) with Auth's parameters: SHA-1, 30 seconds, 6 digits, at most one step off. */
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;

const createTotp = (secret: string) => new TOTP({ ...PARAMETERS, secret });

export const createSecret = (): string => new Secret({ size: 20 }).base32;

export const generateCode = (secret: string, milliseconds: number): string =>
  createTotp(secret).generate({ timestamp: milliseconds });

/** Returns the 30-second time step that the code belongs to, or undefined if the code isn't valid now. */
export function findTimeStep(secret: string, input: string, now = Date.now()): number | undefined {
  const token = input.trim();
  // The otpauth package throws an error for six characters that aren't all single bytes.
  if (!/^\d+$/.test(token)) return undefined;
  const totp = createTotp(secret);
  const stepOffset = totp.validate({ token, timestamp: now, window: 1 });
  return stepOffset === null ? undefined : totp.counter({ timestamp: now }) + stepOffset;
}

export function createOtpauthUri(secret: string, issuer: string, account: string): string {
  const uri = new URL(new TOTP({ ...PARAMETERS, secret, issuer, label: account }).toString());
  // Sorts the parameters, as Auth does.
  uri.searchParams.sort();
  return uri.href;
}
