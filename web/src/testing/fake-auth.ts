/** What the stand-in for Auth knows of the one person of a test, and what it was asked to do. */
export interface FakeAuth {
  factors: { id: string; status: "verified" | "unverified" }[];
  /** The code that her app shows. */
  readonly code: string;
  /** What the link of a recovery mail carries while it works. */
  link: string;
  /** Set by the recovery of the test's server. */
  password: string;
  isConfirmed: boolean;
  /** Answered next in place of what was asked. */
  trouble: { readonly status: number; readonly code?: string } | null;
  readonly asked: string[];
}

const unknownPerson = (): FakeAuth => ({
  factors: [],
  code: "123456",
  link: "",
  password: "the old one",
  isConfirmed: false,
  trouble: null,
  asked: [],
});

export const fakeAuth: FakeAuth = unknownPerson();

export const resetFakeAuth = () => Object.assign(fakeAuth, unknownPerson());

const refused = (status: number, code?: string) => ({
  data: null,
  error: Object.assign(new Error(code ?? "No answer"), { status, code }),
});

const given = <Data>(data: Data) => ({ data, error: null });

/** Notes the call and lets trouble go first. */
const answering =
  <Input extends readonly unknown[], Answer>(name: string, answer: (...input: Input) => Answer) =>
  (...input: Input) => {
    fakeAuth.asked.push(name);
    const { trouble } = fakeAuth;
    fakeAuth.trouble = null;
    return Promise.resolve(trouble ? refused(trouble.status, trouble.code) : answer(...input));
  };

const withStatus = (status: "verified" | "unverified") =>
  fakeAuth.factors.filter((factor) => factor.status === status);

/** Second factors as Auth handles them. */
const mfa = {
  listFactors: answering("listFactors", () =>
    given({ all: fakeAuth.factors, totp: withStatus("verified") }),
  ),
  challengeAndVerify: answering(
    "challengeAndVerify",
    ({ factorId, code }: { factorId: string; code: string }) => {
      const factor = fakeAuth.factors.find(({ id }) => id === factorId);
      if (!factor) return refused(404, "mfa_factor_not_found");
      if (code !== fakeAuth.code) return refused(422, "mfa_verification_failed");
      factor.status = "verified";
      fakeAuth.isConfirmed = true;
      return given({});
    },
  ),
  unenroll: answering("unenroll", ({ factorId }: { factorId: string }) => {
    fakeAuth.factors = fakeAuth.factors.filter(({ id }) => id !== factorId);
    return given({ id: factorId });
  }),
};

/** What a person does with her own account at Auth. */
export const fakeAccount = (onSignedIn: () => void) => ({
  mfa,
  verifyOtp: answering("verifyOtp", ({ token_hash: link }: { token_hash: string }) => {
    if (link === "" || link !== fakeAuth.link) return refused(403, "otp_expired");
    fakeAuth.link = "";
    onSignedIn();
    return given({});
  }),
});
