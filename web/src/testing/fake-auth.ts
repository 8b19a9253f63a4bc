/** The state of the one account in fake Auth, and the calls it has received. */
export interface FakeAuth {
  factors: { id: string; status: "verified" | "unverified" }[];
  /** The code in the user's authenticator app. */
  readonly code: string;
  /** The token of the password reset link while it is valid. */
  link: string;
  /** Set by the fake server's password reset. */
  password: string;
  isConfirmed: boolean;
  /** Fails the next call with this error. */
  trouble: { readonly status: number; readonly code?: string } | null;
  readonly calls: string[];
}

const newAccount = (): FakeAuth => ({
  factors: [],
  code: "123456",
  link: "",
  password: "the old one",
  isConfirmed: false,
  trouble: null,
  calls: [],
});

export const fakeAuth: FakeAuth = newAccount();

export const resetFakeAuth = () => Object.assign(fakeAuth, newAccount());

const errorResult = (status: number, code?: string) => ({
  data: null,
  error: Object.assign(new Error(code ?? "No answer"), { status, code }),
});

const ok = <Data>(data: Data) => ({ data, error: null });

/** Records the call, and fails it first if `trouble` is set. */
const recordCall =
  <Input extends readonly unknown[], Answer>(name: string, answer: (...input: Input) => Answer) =>
  (...input: Input) => {
    fakeAuth.calls.push(name);
    const { trouble } = fakeAuth;
    fakeAuth.trouble = null;
    return Promise.resolve(trouble ? errorResult(trouble.status, trouble.code) : answer(...input));
  };

const factorsWithStatus = (status: "verified" | "unverified") =>
  fakeAuth.factors.filter((factor) => factor.status === status);

const mfa = {
  listFactors: recordCall("listFactors", () =>
    ok({ all: fakeAuth.factors, totp: factorsWithStatus("verified") }),
  ),
  challengeAndVerify: recordCall(
    "challengeAndVerify",
    ({ factorId, code }: { factorId: string; code: string }) => {
      const factor = fakeAuth.factors.find(({ id }) => id === factorId);
      if (!factor) return errorResult(404, "mfa_factor_not_found");
      if (code !== fakeAuth.code) return errorResult(422, "mfa_verification_failed");
      factor.status = "verified";
      fakeAuth.isConfirmed = true;
      return ok({});
    },
  ),
  unenroll: recordCall("unenroll", ({ factorId }: { factorId: string }) => {
    fakeAuth.factors = fakeAuth.factors.filter(({ id }) => id !== factorId);
    return ok({ id: factorId });
  }),
};

export const fakeAccount = (onSignedIn: () => void) => ({
  mfa,
  verifyOtp: recordCall("verifyOtp", ({ token_hash: link }: { token_hash: string }) => {
    if (link === "" || link !== fakeAuth.link) return errorResult(403, "otp_expired");
    fakeAuth.link = "";
    onSignedIn();
    return ok({});
  }),
});
