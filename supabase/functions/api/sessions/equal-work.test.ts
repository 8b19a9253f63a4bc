import { beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../_shared/errors.ts";
import type { AnyHandler } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import donorLinkRoutes from "../donor-links/routes.ts";
import sessionRoutes from "./routes.ts";
import testimonialRoutes from "../testimonials/routes.ts";
import volunteerApplicationRoutes from "../volunteer-applications/routes.ts";

const handlers: Readonly<Record<string, AnyHandler>> = {
  ...donorLinkRoutes.handlers,
  ...sessionRoutes.handlers,
  ...testimonialRoutes.handlers,
  ...volunteerApplicationRoutes.handlers,
};

const IP_ADDRESS = "198.51.100.7";
const USER_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const PLACEHOLDER_EMAIL = "nobody@accounts.invalid";

/** The Auth and SQL functions that the last call used. */
let steps: string[] = [];
let rowsByFunction: Record<string, object> = {};

const auth = {
  createUser: vi.fn<Services["auth"]["createUser"]>(),
  deleteUser: vi.fn<Services["auth"]["deleteUser"]>(),
  signIn: vi.fn<Services["auth"]["signIn"]>(),
  signOut: vi.fn<Services["auth"]["signOut"]>(),
  sendRecoveryLink: vi.fn<Services["auth"]["sendRecoveryLink"]>(),
};

/** Each statement returns the row prepared for the function it names. */
const runStatement = (strings: TemplateStringsArray | object) => {
  if (!Array.isArray(strings)) return {};
  const text = strings.join("?");
  const patterns = [/from private\.(\w+)/, /select private\.(\w+)/, /insert into public\.(\w+)/];
  const functionName =
    patterns.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined) ?? "";
  if (functionName !== "count_rate_limit_hit") steps.push(functionName);
  return Promise.resolve([rowsByFunction[functionName] ?? { allowed: true, retryAfterSeconds: 0 }]);
};
const sql = Object.assign(runStatement, { json: (value: unknown) => value });

type Work = (connection: typeof sql) => unknown;

const checkCaptcha = vi.fn<Services["checkCaptcha"]>();
const services = {
  environment: { HASH_SECRET: ["x".repeat(32)] } as unknown as Services["environment"],
  database: { as: (_: unknown, work: Work) => work(sql) },
  auth,
  checkCaptcha,
} as unknown as Services;

async function call(name: string, body: object): Promise<unknown> {
  steps = [];
  const handler = handlers[name] as AnyHandler;
  const asService = (work: Work) => work(sql);
  const context = { body, services, asService, address: IP_ADDRESS, caller: { kind: "anonymous" } };
  return handler(context as unknown as Parameters<AnyHandler>[0]).catch((error: unknown) => {
    if (error instanceof AppError) return [error.code, error.message];
    throw error;
  });
}

beforeEach(() => {
  vi.clearAllMocks();
  rowsByFunction = {};
  auth.signIn.mockImplementation(() => recordStep("signIn", undefined));
  auth.createUser.mockImplementation(() => recordStep("createUser", USER_ID));
  auth.deleteUser.mockImplementation(() => recordStep("deleteUser", undefined));
  auth.sendRecoveryLink.mockImplementation(() => recordStep("sendRecoveryLink", undefined));
  checkCaptcha.mockResolvedValue(undefined);
});

function recordStep<Result>(name: string, result: Result): Promise<Result> {
  steps.push(`auth ${name}`);
  return Promise.resolve(result);
}

describe("threat 12: for known and unknown names", () => {
  it.each([
    ["loginVolunteer", { email: "a@example.org", password: "wrong!" }, "sign_in_email"],
    ["loginAdmin", { username: "someone", password: "wrong!" }, "admin_sign_in"],
  ])("%s does the same work", async (name, body, functionName) => {
    rowsByFunction = { [functionName]: { username: "a", email: "a@example.org" } };
    const knownResponse = await call(name, body);
    const knownSteps = steps;
    expect(auth.signIn).toHaveBeenLastCalledWith("a@example.org", "wrong!", IP_ADDRESS);
    rowsByFunction = { [functionName]: { username: "a", email: PLACEHOLDER_EMAIL } };
    const unknownResponse = await call(name, body);
    expect(auth.signIn).toHaveBeenLastCalledWith(PLACEHOLDER_EMAIL, "wrong!", IP_ADDRESS);
    expect(steps).toEqual(knownSteps);
    expect(unknownResponse).toEqual(knownResponse);
  });

  const application = { firstName: "A", lastName: "B", email: "a@example.org", password: "wrong!" };

  it("an application costs one password check and one new user, no matter who owns the address", async () => {
    rowsByFunction = {
      applicant: { signInEmail: PLACEHOLDER_EMAIL, userId: null, keepsPassword: false },
    };
    const unknownResponse = await call("createVolunteerApplication", application);
    const unknownAuthSteps = steps.filter((step) => step.startsWith("auth "));
    expect(auth.createUser).toHaveBeenCalledWith("a@example.org", "wrong!");

    rowsByFunction = {
      applicant: { signInEmail: "a@example.org", userId: USER_ID, keepsPassword: true },
    };
    const knownResponse = await call("createVolunteerApplication", application);
    expect(knownResponse).toEqual(unknownResponse);
    // The only extra step deletes the user that was just created, which takes almost no time.
    expect(steps.filter((step) => step.startsWith("auth "))).toEqual([
      ...unknownAuthSteps,
      "auth deleteUser",
    ]);
    expect(auth.createUser.mock.lastCall?.[0]).toMatch(/@accounts\.invalid$/);
    expect(auth.deleteUser).toHaveBeenCalledExactlyOnceWith(USER_ID);
    // The application is stored and emailed like all applications.
    expect(steps).toContain("record_application");
  });

  it("password recovery gives the same response whether or not it calls Auth, and doesn't wait for it", async () => {
    const pendingPromise = new Promise<void>(() => {});
    auth.sendRecoveryLink.mockImplementation(() => {
      steps.push("auth sendRecoveryLink");
      return pendingPromise;
    });
    const response = await call("requestPasswordRecovery", { email: "a@example.org" });
    expect(response).toEqual({ message: expect.any(String) });
    await vi.waitFor(() => expect(steps).toEqual(["has_unused_recovery", "auth sendRecoveryLink"]));
    expect(auth.sendRecoveryLink).toHaveBeenCalledWith("a@example.org", IP_ADDRESS);

    rowsByFunction = { has_unused_recovery: { hasRecovery: true } };
    expect(await call("requestPasswordRecovery", { email: "a@example.org" })).toEqual(response);
    await vi.waitFor(() => expect(steps).toEqual(["has_unused_recovery"]));
    expect(auth.sendRecoveryLink).toHaveBeenCalledOnce();
  });
});

describe("threat 12: requesting a donor link", () => {
  it("doesn't wait for the email, so timing doesn't reveal past donations", async () => {
    const pendingPromise = new Promise<never>(() => {});
    const databaseSpy = vi.spyOn(services.database, "as").mockImplementation(((
      _: unknown,
      work: (connection: typeof sql) => unknown,
    ) => {
      const stepCountBefore = steps.length;
      const result = work(sql);
      return steps.length > stepCountBefore ? pendingPromise : result;
    }) as never);
    const response = await call("requestDonorLink", { email: "a@example.org" });
    databaseSpy.mockRestore();
    expect(response).toEqual({ message: expect.any(String) });
    expect(steps).toEqual(["request_donor_link"]);
  });
});

describe("threat 7: an address someone else applied with", () => {
  it("gets a new user that replaces the earlier one", async () => {
    rowsByFunction = {
      applicant: { signInEmail: "a@example.org", userId: "stranger", keepsPassword: false },
    };
    await call("createVolunteerApplication", { email: "a@example.org", password: "mine!!" });
    expect(steps).toEqual([
      "applicant",
      "auth signIn",
      "auth deleteUser",
      "auth createUser",
      "record_application",
    ]);
    expect(auth.deleteUser).toHaveBeenCalledExactlyOnceWith("stranger");
  });
});

describe("an unsolved captcha", () => {
  it.each([
    "loginAdmin",
    "loginVolunteer",
    "requestPasswordRecovery",
    "requestDonorLink",
    "createVolunteerApplication",
    "createTestimonial",
  ])("stops %s", async (name) => {
    checkCaptcha.mockRejectedValue(new AppError("captcha_failed"));
    const body = { username: "a", email: "a@example.org", password: "x", captchaToken: "t" };
    expect(await call(name, body)).toEqual([
      "captcha_failed",
      "Please confirm that you're human, then try again.",
    ]);
    expect(checkCaptcha).toHaveBeenCalledWith("t", IP_ADDRESS);
    expect(steps).toEqual([]);
  });
});
