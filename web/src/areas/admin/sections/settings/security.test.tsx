import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { anId } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { fakeAuth } from "#testing/fake-auth.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { findLoginField } from "#testing/login-name.ts";
import { renderApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";

const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `ABC${index}-FGHJ-KMNP-QRST`);

const FACTOR_ID = anId();
const WRONG_PASSWORD = "Your current password isn't correct.";

const fieldErrorResponse = (path: string, message: string) => ({
  status: 400,
  body: { message, issues: [{ path, message }] },
});

/** Fakes an API that, like the fake Auth, knows whether two-step login is on. */
const openPage = (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/shift-emails": { body: { wantsShiftEmails: true } },
    "PUT /api/shift-emails": ({ body }) => ({ body }),
    "GET /api/admin/second-factor": () => {
      const hasSecondFactor = fakeAuth.factors.some(({ status }) => status === "verified");
      return { body: { hasSecondFactor, recoveryCodes: hasSecondFactor ? 10 : 0 } };
    },
    "POST /api/admin/second-factor": ({ body }) => {
      const { currentPassword } = body as { currentPassword: string };
      if (currentPassword !== "the old one")
        return fieldErrorResponse("currentPassword", WRONG_PASSWORD);
      fakeAuth.factors = [{ id: FACTOR_ID, status: "unverified" }];
      const picture = "<svg fill='#fff' viewBox='0,0,1,1'/>";
      return {
        status: 201,
        body: { factorId: FACTOR_ID, picture, secret: "ABCDEFGHIJKLMNOP", uri: "otpauth://totp/x" },
      };
    },
    "POST /api/admin/second-factor/recovery-codes": { body: { codes: RECOVERY_CODES } },
    "GET /api/admin/second-factor-rule": { body: { isRequired: false } },
    "PUT /api/admin/change-password": { body: { message: "Password changed" } },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings");
  return { ...api, ...view };
};

const enrollOwnFactor = () => {
  fakeAuth.factors = [{ id: "factor", status: "verified" }];
};

beforeEach(() => logInAsAdmin());

describe("threat 46: the card for the administrator's own two-step login", () => {
  const beginSetup = async (
    { press, type }: Pick<ReturnType<typeof openPage>, "press" | "type">,
    password = "the old one",
  ) => {
    await press("Set up two-step login");
    await type("Current password", password);
    await press("Confirm your password");
  };

  test("threat 46: asks for the password first and rejects a wrong one", async () => {
    const page = openPage();
    await beginSetup(page, "not this one");
    expect(await screen.findAllByText(WRONG_PASSWORD)).not.toEqual([]);
    expectLogged("Confirm your password failed");
    expect(fakeAuth.factors).toEqual([]);
    expect(screen.queryByRole("img", { name: /^QR code/ })).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toContain("not this one");
  });

  test("sets up two-step login with a QR code or secret key and a 6-digit code, and shows the recovery codes once", async () => {
    const page = openPage();
    const { press, type } = page;
    await beginSetup(page);
    const qrCode = await screen.findByRole<HTMLImageElement>("img", { name: /^QR code/ });
    expect(decodeURIComponent(qrCode.src)).toBe(
      "data:image/svg+xml,<svg fill='#fff' viewBox='0,0,1,1'/>",
    );
    expect(qrCode.src).not.toContain("#");
    expect(screen.getByText("ABCD EFGH IJKL MNOP")).toBeTruthy();
    expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Open it here" }).href).toBe(
      "otpauth://totp/x",
    );

    await type("6-digit code", "000000");
    await press("Confirm");
    await screen.findByText(/^That code isn't right/);
    expectLogged("Submitting a code failed");
    await type("6-digit code", "123456");
    await press("Confirm");
    const codeList = await screen.findByRole("list", { name: "Recovery codes" });
    expect(
      within(codeList)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(RECOVERY_CODES);
    await waitFor(() => expect(document.activeElement).toBe(codeList));
    await press("Copy codes");
    expect(await navigator.clipboard.readText()).toBe(`${RECOVERY_CODES.join("\n")}\n`);

    await press("I've saved them");
    expect(await screen.findByText("Two-step login is on")).toBeTruthy();
    expect(screen.queryByText(RECOVERY_CODES[0] ?? "")).toBeNull();
  });

  test("retries creating recovery codes without asking for another code", async () => {
    let isServerDown = true;
    const page = openPage({
      "POST /api/admin/second-factor/recovery-codes": () =>
        isServerDown
          ? { status: 503, body: { message: "Busy." } }
          : { body: { codes: RECOVERY_CODES } },
    });
    const { press, type } = page;
    await beginSetup(page);
    await type("6-digit code", "123456");
    await press("Confirm");
    await screen.findByText("Busy.");
    expectLogged("Submitting a code failed");
    isServerDown = false;
    await press("Confirm");
    await screen.findByText(RECOVERY_CODES[9] ?? "");
    expect(fakeAuth.calls.filter((call) => call === "challengeAndVerify")).toHaveLength(1);
  });

  test("downloads the recovery codes as a file", async () => {
    const blobs: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => undefined,
    });
    const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    enrollOwnFactor();
    const { press } = openPage();
    await press("New recovery codes");
    await press("Download codes");
    expect(clickSpy.mock.contexts[0]).toMatchObject({ download: "recovery-codes-localhost.txt" });
    expect(await blobs[0]?.text()).toBe(`${RECOVERY_CODES.join("\n")}\n`);
    clickSpy.mockRestore();
  });

  test("turns off two-step login only with a valid code", async () => {
    enrollOwnFactor();
    const { press, type } = openPage();
    await press("Turn off");
    await type("6-digit code", "000000");
    await press("Turn off two-step login");
    await screen.findByText(/^That code isn't right/);
    expectLogged("Submitting a code failed");
    expect(fakeAuth.factors).toHaveLength(1);
    await type("6-digit code", "123456");
    await press("Turn off two-step login");
    expect(await screen.findByRole("button", { name: "Set up two-step login" })).toBeTruthy();
    expect(fakeAuth.factors).toEqual([]);
  });

  test("shows an error when enrollment fails", async () => {
    await beginSetup(openPage({ "POST /api/admin/second-factor": { status: 500 } }));
    await waitFor(() => expect(toasts.current()?.title).toBe("We couldn't set up two-step login"));
    expectLogged("Confirm your password failed");
  });
});

describe("changing the password", () => {
  const submitPasswords = async (
    currentPassword: string,
    newPassword: string,
    confirmation = newPassword,
    overrides = {},
  ) => {
    const page = openPage(overrides);
    await page.press("Change Admin Password");
    expect(await findLoginField()).toEqual(["username", "admin"]);
    if (currentPassword) await page.type("Current password", currentPassword);
    if (newPassword) await page.type("New password", newPassword);
    if (confirmation) await page.type("Confirm new password", confirmation);
    await page.press("Change password");
    return page;
  };
  const expectToast = async (title: string, description: string) =>
    waitFor(() => expect(toasts.current()).toMatchObject({ title, description }));

  test("ALOGIN-23, ALOGIN-28: sends both passwords, shows a confirmation, and closes the dialog", async () => {
    const { callsOf } = await submitPasswords("the old one", "brand new");
    await expectToast("Password changed", "Your other devices have been logged out.");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(callsOf("PUT /api/admin/change-password")[0]?.body).toEqual({
      username: "admin",
      currentPassword: "the old one",
      newPassword: "brand new",
    });
    expect(JSON.stringify(sessionStorage)).not.toContain("brand new");
  });

  test.each([
    [
      "ALOGIN-24",
      "a missing current password",
      "",
      "brand new",
      "brand new",
      "Missing Information",
      "Please fill in all password fields.",
    ],
    [
      "ALOGIN-25",
      "a confirmation that doesn't match",
      "the old one",
      "brand new",
      "brand mew",
      "Password Mismatch",
      "New password and confirmation password do not match.",
    ],
    [
      "ALOGIN-26",
      "a new password that is too short",
      "the old one",
      "short",
      "short",
      "Password Too Short",
      "New password must be at least 6 characters long.",
    ],
  ])(
    "%s: reports %s, sends nothing, and keeps what was typed",
    async (_requirement, _problem, currentPassword, newPassword, confirmation, title, text) => {
      const { callsOf } = await submitPasswords(currentPassword, newPassword, confirmation);
      await expectToast(title, text);
      expect(callsOf("PUT /api/admin/change-password")).toEqual([]);
      expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe(newPassword);
    },
  );

  test("ALOGIN-27, threat 50: reports a wrong current password next to its field and keeps what was typed", async () => {
    const message = "Your current password isn't correct.";
    const issues = [{ path: "currentPassword", message }];
    await submitPasswords("wrong", "brand new", "brand new", {
      "PUT /api/admin/change-password": { status: 400, body: { message, issues } },
    });
    await expectToast("Password Change Failed", message);
    const currentPasswordField = screen.getByLabelText("Current password");
    expect(currentPasswordField.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("brand new");
    expectLogged("Change password failed");
  });
});

test("administrators of volunteers turn their emails about shifts off", async () => {
  const { user, callsOf } = openPage();
  const box = await screen.findByLabelText<HTMLInputElement>("Email me about shifts");
  expect(box.checked).toBe(true);
  await user.click(box);
  expect(await screen.findByText("You won't get emails about shifts")).toBeTruthy();
  expect(callsOf("PUT /api/shift-emails")[0]?.body).toEqual({
    wantsShiftEmails: false,
  });
});
