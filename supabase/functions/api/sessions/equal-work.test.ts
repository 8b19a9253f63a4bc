import { beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../_shared/errors.ts";
import type { AnyHandler, AnyHandlers } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import donorLinkHandlers from "../donor-links/routes.ts";
import sessionHandlers from "./routes.ts";
import testimonialHandlers from "../testimonials/routes.ts";
import volunteerApplicationHandlers from "../volunteer-applications/routes.ts";

const handlers = {
  ...donorLinkHandlers,
  ...sessionHandlers,
  ...testimonialHandlers,
  ...volunteerApplicationHandlers,
};

const ADDRESS = "198.51.100.7";
const SOME_USER = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const PLACEHOLDER_EMAIL = "nobody@accounts.invalid";

/** The work each call did: Auth calls, and SQL functions. */
let steps: string[] = [];
let rows: Record<string, object> = {};

const auth = {
  createUser: vi.fn<Services["auth"]["createUser"]>(),
  deleteUser: vi.fn<Services["auth"]["deleteUser"]>(),
  signIn: vi.fn<Services["auth"]["signIn"]>(),
  signOut: vi.fn<Services["auth"]["signOut"]>(),
  sendRecovery: vi.fn<Services["auth"]["sendRecovery"]>(),
};

/** Each statement returns the row prepared for the function it names. */
const sql = (parts: TemplateStringsArray | object) => {
  if (!Array.isArray(parts)) return {};
  const text = parts.join("?");
  const names = [/from private\.(\w+)/, /select private\.(\w+)/, /insert into public\.(\w+)/];
  const functionName =
    names.map((name) => name.exec(text)?.[1]).find((name) => name !== undefined) ?? "";
  if (!functionName.startsWith("rate_limit")) steps.push(functionName);
  return Promise.resolve([rows[functionName] ?? { allowed: true, retryAfterSeconds: 0 }]);
};

type Work = (connection: typeof sql) => unknown;

const checkCaptcha = vi.fn<Services["checkCaptcha"]>();
const services = {
  environment: { HASH_SECRET: "x".repeat(32) } as Services["environment"],
  database: { as: (_: unknown, work: Work) => work(sql) },
  auth,
  checkCaptcha,
} as unknown as Services;

async function call(name: string, body: object): Promise<unknown> {
  steps = [];
  const handler = (handlers as AnyHandlers)[name] as AnyHandler;
  const asService = (work: Work) => work(sql);
  const context = { body, services, asService, address: ADDRESS, caller: { kind: "anonymous" } };
  return handler(context as unknown as Parameters<AnyHandler>[0]).catch((error: unknown) => {
    if (error instanceof AppError) return [error.code, error.message];
    throw error;
  });
}

beforeEach(() => {
  vi.clearAllMocks();
  rows = {};
  auth.signIn.mockImplementation(() => note("signIn", undefined));
  auth.createUser.mockImplementation(() => note("createUser", SOME_USER));
  auth.deleteUser.mockImplementation(() => note("deleteUser", undefined));
  auth.sendRecovery.mockImplementation(() => note("sendRecovery", undefined));
  checkCaptcha.mockResolvedValue(undefined);
});

function note<Answer>(name: string, answer: Answer): Promise<Answer> {
  steps.push(`auth ${name}`);
  return Promise.resolve(answer);
}

describe("threat 12: unknown and known names cost the same", () => {
  it.each([
    ["loginVolunteer", { email: "a@example.org", password: "wrong!" }, "sign_in_email"],
    ["loginAdmin", { username: "somebody", password: "wrong!" }, "admin_sign_in_email"],
  ])("calling %s does the same work", async (name, body, question) => {
    rows = { [question]: { email: "a@example.org" } };
    const knownSteps = await call(name, body);
    const workOfKnown = steps;
    expect(auth.signIn).toHaveBeenLastCalledWith("a@example.org", "wrong!", ADDRESS);
    rows = { [question]: { email: PLACEHOLDER_EMAIL } };
    const unknown = await call(name, body);
    expect(auth.signIn).toHaveBeenLastCalledWith(PLACEHOLDER_EMAIL, "wrong!", ADDRESS);
    expect(steps).toEqual(workOfKnown);
    expect(unknown).toEqual(knownSteps);
  });

  const application = { firstName: "A", lastName: "B", email: "a@example.org", password: "wrong!" };

  it("an application costs one password check and one new user, whoever owns the address", async () => {
    rows = { applicant: { signInEmail: PLACEHOLDER_EMAIL, userId: null, isKept: false } };
    const unknown = await call("createVolunteerApplication", application);
    const workOfUnknown = steps.filter((step) => step.startsWith("auth "));
    expect(auth.createUser).toHaveBeenCalledWith("a@example.org", "wrong!");

    rows = { applicant: { signInEmail: "a@example.org", userId: SOME_USER, isKept: true } };
    const knownSteps = await call("createVolunteerApplication", application);
    expect(knownSteps).toEqual(unknown);
    // The extra user is deleted again, which takes almost no time.
    expect(steps.filter((step) => step.startsWith("auth "))).toEqual([
      ...workOfUnknown,
      "auth deleteUser",
    ]);
    expect(auth.createUser.mock.lastCall?.[0]).toMatch(/@accounts\.invalid$/);
    expect(auth.deleteUser).toHaveBeenCalledExactlyOnceWith(SOME_USER);
    // The application is stored and emailed like any other.
    expect(steps).toContain("record_application");
  });

  it("password recovery calls Auth for every email and responds without waiting for it", async () => {
    const endlessPromise = new Promise<void>(() => {});
    auth.sendRecovery.mockImplementation(() => {
      steps.push("auth sendRecovery");
      return endlessPromise;
    });
    const answer = await call("requestPasswordRecovery", { email: "a@example.org" });
    expect(answer).toEqual({ message: expect.any(String) });
    await vi.waitFor(() => expect(steps).toEqual(["has_unused_recovery", "auth sendRecovery"]));
    expect(auth.sendRecovery).toHaveBeenCalledWith("a@example.org", ADDRESS);

    rows = { has_unused_recovery: { isThere: true } };
    expect(await call("requestPasswordRecovery", { email: "a@example.org" })).toEqual(answer);
    await vi.waitFor(() => expect(steps).toEqual(["has_unused_recovery"]));
    expect(auth.sendRecovery).toHaveBeenCalledOnce();
  });
});

describe("threat 12: requesting a donation link", () => {
  it("doesn't wait for the email, so timing doesn't reveal past donations", async () => {
    const endlessPromise = new Promise<never>(() => {});
    const database = vi.spyOn(services.database, "as").mockImplementation(((
      _: unknown,
      work: (connection: typeof sql) => unknown,
    ) => {
      const callsBefore = steps.length;
      const answer = work(sql);
      return steps.length > callsBefore ? endlessPromise : answer;
    }) as never);
    const answer = await call("requestDonorLink", { email: "a@example.org" });
    database.mockRestore();
    expect(answer).toEqual({ message: expect.any(String) });
    expect(steps).toEqual(["request_donor_link"]);
  });
});

describe("threat 7: an address someone else applied with", () => {
  it("gets a new user that replaces the earlier one", async () => {
    rows = { applicant: { signInEmail: "a@example.org", userId: "stranger", isKept: false } };
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
    expect(checkCaptcha).toHaveBeenCalledWith("t", ADDRESS);
    expect(steps).toEqual([]);
  });
});
