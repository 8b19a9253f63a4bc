/** The only account in the fake Auth service, and the calls that the service has received. */
export interface FakeAuth {
  factors: { id: string; status: "verified" | "unverified" }[];
  /** The code that the user's authenticator app shows. */
  readonly code: string;
  /** The token in the password reset link, as long as it's valid. */
  resetToken: string;
  /** The current password, which the fake server's password reset changes. */
  password: string;
  isSecondFactorConfirmed: boolean;
  /** Fails the next call with this error. */
  nextError: { readonly status: number; readonly code?: string } | null;
  readonly calls: string[];
}

const createFakeAuth = (): FakeAuth => ({
  factors: [],
  code: "123456",
  resetToken: "",
  password: "the old one",
  isSecondFactorConfirmed: false,
  nextError: null,
  calls: [],
});

export const fakeAuth: FakeAuth = createFakeAuth();

export const resetFakeAuth = () => Object.assign(fakeAuth, createFakeAuth());

const errorResult = (status: number, code?: string) => ({
  data: null,
  error: Object.assign(new Error(code ?? "No answer"), { status, code }),
});

const dataResult = <Data>(data: Data) => ({ data, error: null });

/** Records the call, then fails it if `nextError` is set. */
const recordCall =
  <Input extends readonly unknown[], Result>(name: string, respond: (...input: Input) => Result) =>
  (...input: Input) => {
    fakeAuth.calls.push(name);
    const { nextError } = fakeAuth;
    fakeAuth.nextError = null;
    return Promise.resolve(
      nextError ? errorResult(nextError.status, nextError.code) : respond(...input),
    );
  };

const filterFactors = (status: "verified" | "unverified") =>
  fakeAuth.factors.filter((factor) => factor.status === status);

const mfa = {
  listFactors: recordCall("listFactors", () =>
    dataResult({ all: fakeAuth.factors, totp: filterFactors("verified") }),
  ),
  challengeAndVerify: recordCall(
    "challengeAndVerify",
    ({ factorId, code }: { factorId: string; code: string }) => {
      const factor = fakeAuth.factors.find(({ id }) => id === factorId);
      if (!factor) return errorResult(404, "mfa_factor_not_found");
      if (code !== fakeAuth.code) return errorResult(422, "mfa_verification_failed");
      factor.status = "verified";
      fakeAuth.isSecondFactorConfirmed = true;
      return dataResult({});
    },
  ),
  unenroll: recordCall("unenroll", ({ factorId }: { factorId: string }) => {
    fakeAuth.factors = fakeAuth.factors.filter(({ id }) => id !== factorId);
    return dataResult({ id: factorId });
  }),
};

export const createAuthMethods = (onSignedIn: () => void) => ({
  mfa,
  verifyOtp: recordCall("verifyOtp", ({ token_hash: tokenHash }: { token_hash: string }) => {
    if (tokenHash === "" || tokenHash !== fakeAuth.resetToken)
      return errorResult(403, "otp_expired");
    fakeAuth.resetToken = "";
    onSignedIn();
    return dataResult({});
  }),
});
