import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { waitForAssertion, advanceTime, stopClock } from "#testing/clock.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { OpenLoginContext } from "../logins.ts";
import { ApplicationDialog } from "./application-dialog.tsx";
import { DialogOpener } from "#testing/dialog-opener.tsx";
import { VolunteerFormDialog } from "./volunteer-form-dialog.tsx";

const ACCEPTED_RESPONSE = {
  status: 201,
  body: { message: "Thank you for volunteering. We'll get back to you in 2-3 business days." },
};
const ACCOUNT_EXISTS_RESPONSE = {
  status: 409,
  body: {
    message: "An account with this email already exists.",
    code: "account_exists",
    accountExists: true,
  },
};
const FORT_WORTH_RESPONSE = { body: { city: "Fort Worth", state: "TX" } };
const LOG_MESSAGE = "An application could not be submitted";

interface Responses {
  readonly apply?: FakeResponse | (() => FakeResponse | Promise<FakeResponse>);
  readonly zip?: FakeResponse | (() => Promise<FakeResponse>);
}

const openForm = (
  kind: "section" | "dialog",
  { apply = ACCEPTED_RESPONSE, zip = FORT_WORTH_RESPONSE }: Responses = {},
) => {
  const api = fakeApi({
    "POST /api/volunteer-applications": apply,
    "GET /api/zip-lookup/:zip": zip,
  });
  const openLogin = vi.fn<(role: "admin" | "volunteer") => void>();
  const view = renderInApp(
    <OpenLoginContext value={openLogin}>
      <DialogOpener
        dialog={(props) =>
          kind === "section" ? <VolunteerFormDialog {...props} /> : <ApplicationDialog {...props} />
        }
      />
    </OpenLoginContext>,
  );
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = (label: string, text: string) => view.user.type(field(label), text);
  const chooseAvailability = (label: string) =>
    view.user.selectOptions(field("Availability"), label);
  const submit = () => view.user.click(screen.getByRole("button", { name: /^(Submit|Apply)/ }));
  const sentBody = () => api.callsOf("POST /api/volunteer-applications")[0]?.body;
  const lookups = () => api.callsOf("GET /api/zip-lookup/:zip");
  return { ...view, ...api, openLogin, field, type, chooseAvailability, submit, sentBody, lookups };
};

describe("the section's application form", () => {
  const fillForm = async (form: ReturnType<typeof openForm>) => {
    await form.type("Full name", " Grace  Ann Turner ");
    await form.type("Email", " grace@example.org ");
    await form.type("Password", "secret 1");
    await form.chooseAvailability("Weekends");
  };

  test("VAPP-01, VAPP-08, VAPP-09: requires name, email, availability and password", async () => {
    const form = openForm("section");
    await form.type("Full name", "Grace");
    await form.submit();
    expect(await screen.findByText("Please fill required fields")).toBeTruthy();
    expect(screen.getByText("Name, email, availability, and password are required.")).toBeTruthy();
    for (const label of ["Email", "Password", "Availability"]) {
      expect(form.field(label).getAttribute("aria-invalid")).toBe("true");
    }
    await waitFor(() => expect(document.activeElement).toBe(form.field("Email")));
    expect(form.calls).toEqual([]);
  });

  test("VAPP-10, VAPP-11, VAPP-13, VAPP-25, VAPP-26: leaves the other fields optional and splits the name", async () => {
    const form = openForm("section");
    await fillForm(form);
    await form.submit();
    expect(await screen.findByText("Application Submitted!")).toBeTruthy();
    expect(screen.getByText("Thank you for volunteering. We'll be in touch soon.")).toBeTruthy();
    expect(screen.getByText(/2-3 business days/)).toBeTruthy();
    expect(form.sentBody()).toEqual({
      firstName: "Grace",
      lastName: "Ann Turner",
      email: "grace@example.org",
      phone: "",
      zipCode: "",
      city: "Unknown",
      state: "Unknown",
      availability: "weekends",
      interests: null,
      password: "secret 1",
    });
  });

  test("VAPP-12, NOTE-13: looks up the city and state on submit if they're still missing", async () => {
    const form = openForm("section");
    await fillForm(form);
    await form.type("ZIP code (optional)", "76102");
    await form.submit();
    await screen.findByText("Application Submitted!");
    expect(form.sentBody()).toMatchObject({ zipCode: "76102", city: "Fort Worth", state: "TX" });
  });

  test("VAPP-13, VAPP-14: ignores a failed ZIP code lookup", async () => {
    const form = openForm("section", { zip: { status: 404, body: { message: "Not found" } } });
    await fillForm(form);
    await form.type("ZIP code (optional)", "00000");
    await form.submit();
    await screen.findByText("Application Submitted!");
    expect(form.sentBody()).toMatchObject({ city: "Unknown", state: "Unknown" });
    expectLogged("ZIP lookup failed");
  });

  test("VAPP-14: waits at most 3 seconds for a lookup", async () => {
    stopClock();
    const form = openForm("section", { zip: () => new Promise(() => undefined) });
    await fillForm(form);
    await form.type("ZIP code (optional)", "76102");
    await form.submit();
    await advanceTime(2999);
    expect(form.sentBody()).toBeUndefined();
    await advanceTime(1);
    await waitForAssertion(() => screen.getByText("Application Submitted!"));
    expect(form.sentBody()).toMatchObject({ zipCode: "76102", city: "Unknown", state: "Unknown" });
  });

  test("VAPP-23: shows the server's message and keeps the input if the application is rejected", async () => {
    const form = openForm("section", { apply: { status: 429, body: { message: "Too many." } } });
    await fillForm(form);
    await form.submit();
    expect(await screen.findByText("Submission Failed")).toBeTruthy();
    expect(screen.getByText("Too many.")).toBeTruthy();
    expect(form.field("Password").value).toBe("secret 1");
    expectLogged(LOG_MESSAGE);
  });

  test.each(["This email already exists.", "It is already associated with an account."])(
    'VAPP-24, VDASH-03: offers to log in after the error "%s"',
    async (message) => {
      const form = openForm("section", { apply: { status: 409, body: { message } } });
      await fillForm(form);
      await form.submit();
      expect(await screen.findByText("Account Already Exists")).toBeTruthy();
      expect(screen.getByText(message)).toBeTruthy();
      await form.user.click(screen.getByRole("button", { name: "Login Instead" }));
      expect(form.openLogin).toHaveBeenCalledOnce();
      expect(screen.queryByRole("dialog")).toBeNull();
      expectLogged(LOG_MESSAGE);
    },
  );

  const press = (form: ReturnType<typeof openForm>, name: string) =>
    form.user.click(screen.getByRole("button", { name }));

  test("VAPP-01, VAPP-17: keeps the input when closed, and clears it after sending", async () => {
    const form = openForm("section");
    await fillForm(form);
    await press(form, "Close");
    expect(screen.queryByRole("dialog")).toBeNull();
    await press(form, "Open again");
    expect(form.field("Full name").value).toBe(" Grace  Ann Turner ");
    expect(form.field("Password").value).toBe("secret 1");

    await form.submit();
    await screen.findByText("Application Submitted!");
    const [iconButton] = screen.getAllByRole("button", { name: "Close" });
    await form.user.click(iconButton!);
    await press(form, "Open again");
    expect(form.field("Full name").value).toBe("");
    expect(form.field("Password").value).toBe("");
    expect(sessionStorage).toHaveLength(0);
  });
});

describe("the hero's application dialog", () => {
  const fillForm = async (form: ReturnType<typeof openForm>) => {
    await form.type("First name", "Grace");
    await form.type("Last name", "Turner");
    await form.type("Email", "grace@example.org");
    await form.type("Phone", "817 555 0142");
    await form.type("Password", "secret 1");
    await form.type("ZIP code", "76102");
    await form.chooseAvailability("Weekday evenings");
  };

  test("VAPP-02, VAPP-03, VAPP-06, VAPP-07: requires everything but the interests", async () => {
    const form = openForm("dialog");
    await form.submit();
    expect(await screen.findByText("Missing Information")).toBeTruthy();
    screen.getByText("Please fill in all required fields, including your password.");
    const labels = "First name,Last name,Email,Phone,Password,ZIP code,Availability";
    for (const label of labels.split(",")) {
      expect(form.field(label).getAttribute("aria-invalid")).toBe("true");
    }
    expect(form.field("Interests (optional)").getAttribute("aria-invalid")).toBeNull();
    const options = within(form.field("Availability")).getAllByRole<HTMLOptionElement>("option");
    const values = options.map(({ value }) => value);
    expect(values).toEqual(["", "weekends", "weekday-evenings", "flexible"]);
  });

  test("VAPP-04: limits a ZIP code to 10 characters", async () => {
    const form = openForm("dialog");
    await form.type("ZIP code", "76102-12345");
    expect(form.field("ZIP code").value).toBe("76102-1234");
  });

  test("VAPP-05, NOTE-13, NOTE-14, NOTE-15: fills in read-only city and state from the ZIP code", async () => {
    stopClock();
    const form = openForm("dialog");
    await form.type("ZIP code", "7610");
    await advanceTime(500);
    expect(form.field("City").readOnly).toBe(true);
    await form.type("ZIP code", "2");
    await advanceTime(499);
    expect(form.lookups()).toHaveLength(0);
    await advanceTime(1);
    expect(form.field("City").value).toBe("Fort Worth");
    expect(form.field("State").value).toBe("TX");
    expect(form.lookups()).toHaveLength(1);
    await form.type("ZIP code", "{Backspace}");
    expect(form.field("City").value).toBe("");
    expect(form.field("State").value).toBe("");
  });

  test("NOTE-16: lets the applicant enter the place by hand if the lookup fails", async () => {
    stopClock();
    const form = openForm("dialog", { zip: { status: 404, body: { message: "Not found" } } });
    await fillForm(form);
    await advanceTime(500);
    expect(form.field("City").readOnly).toBe(false);
    await form.type("City", "Waco");
    await form.type("State", "TX");
    await form.submit();
    await waitForAssertion(() => screen.getByText("Application Submitted!"));
    expect(form.sentBody()).toMatchObject({ city: "Waco", state: "TX" });
    expect(form.lookups()).toHaveLength(1);
    expectLogged("ZIP lookup failed");
  });

  test("VAPP-15, VAPP-19, VAPP-26: moves from idle to submitting to success", async () => {
    let respond: (value: FakeResponse) => void = () => undefined;
    const form = openForm("dialog", {
      apply: () => new Promise<FakeResponse>((resolve) => (respond = resolve)),
    });
    await fillForm(form);
    await form.submit();
    const busyButton = await screen.findByRole<HTMLButtonElement>("button", {
      name: "Submitting…",
    });
    expect(busyButton.disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Close" }).disabled).toBe(true);
    await waitFor(() => expect(form.sentBody()).toBeTruthy());
    respond(ACCEPTED_RESPONSE);
    expect(await screen.findByText(/2-3 business days/)).toBeTruthy();
    expect(form.sentBody()).toMatchObject({
      firstName: "Grace",
      lastName: "Turner",
      phone: "817 555 0142",
      zipCode: "76102",
      city: "Fort Worth",
      state: "TX",
      availability: "weekday-evenings",
    });
  });

  test("VAPP-16, VAPP-20: Try Again returns to the unchanged form if there was no response", async () => {
    const form = openForm("dialog", {
      apply: () => {
        throw new TypeError("Failed to fetch");
      },
    });
    await fillForm(form);
    await form.submit();
    expect(await screen.findByText("Submission Error")).toBeTruthy();
    expect(screen.getByText("Unable to submit your application. Please try again.")).toBeTruthy();
    await form.user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(form.field("First name").value).toBe("Grace");
    expectLogged(LOG_MESSAGE);
  });

  test("VAPP-21, VDASH-03: offers the login if the account already exists", async () => {
    const form = openForm("dialog", { apply: ACCOUNT_EXISTS_RESPONSE });
    await fillForm(form);
    await form.submit();
    expect(
      await screen.findByText(
        "An account with this email already exists. Please try logging in instead.",
      ),
    ).toBeTruthy();
    await form.user.click(screen.getByRole("button", { name: "Login Instead" }));
    expect(form.openLogin).toHaveBeenCalledOnce();
    expect(screen.queryByRole("dialog")).toBeNull();
    expectLogged(LOG_MESSAGE);
  });

  test.each([
    [{ message: "Too many." }, "Too many."],
    ["", "Failed to submit application"],
  ])('VAPP-22: after another error with the body %j, shows "%s"', async (body, text) => {
    const form = openForm("dialog", { apply: { status: 500, body } });
    await fillForm(form);
    await form.submit();
    expect(await screen.findByText(text)).toBeTruthy();
    expectLogged(LOG_MESSAGE);
  });

  const press = (form: ReturnType<typeof openForm>, name: string) =>
    form.user.click(screen.getByRole("button", { name }));

  test("VAPP-17, VAPP-18: clears its fields 300 ms after closing", async () => {
    const form = openForm("dialog");
    await form.type("First name", "Grace");
    stopClock();
    await press(form, "Close");
    await press(form, "Discard it");
    expect(screen.queryByRole("dialog")).toBeNull();
    await advanceTime(299);
    await press(form, "Open again");
    expect(form.field("First name").value).toBe("Grace");
    await advanceTime(1);
    expect(form.field("First name").value).toBe("");
  });

  test.each([
    ["a click on the close button", (form: ReturnType<typeof openForm>) => press(form, "Close")],
    [
      "pressing Escape",
      () => fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true })),
    ],
    ["a click outside", () => fireEvent.mouseDown(screen.getByRole("dialog"))],
  ])("asks before discarding input after %s", async (_, leave) => {
    const form = openForm("dialog");
    await form.type("First name", "Grace");
    await leave(form);
    expect(screen.getByRole("dialog", { name: "Discard this application?" })).toBeTruthy();
    await press(form, "Keep writing");
    expect(screen.queryByText("Discard this application?")).toBeNull();
    expect(form.field("First name").value).toBe("Grace");
  });

  test("closes without asking if nothing was typed", async () => {
    const form = openForm("dialog");
    await press(form, "Close");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("doesn't keep a draft after sending", async () => {
    const form = openForm("dialog");
    await fillForm(form);
    await form.submit();
    await screen.findByText("Application Submitted!");
    expect(sessionStorage).toHaveLength(0);
  });

  test("shows the password on request", async () => {
    const form = openForm("dialog");
    expect(form.field("Password").type).toBe("password");
    await form.user.click(screen.getByRole("button", { name: "Show password" }));
    expect(form.field("Password").type).toBe("text");
  });
});

test.each(["dialog", "section"] as const)(
  "a reload of the %s's application form clears only the password",
  async (kind) => {
    const name = kind === "dialog" ? "First name" : "Full name";
    const firstForm = openForm(kind, { zip: { status: 404, body: { message: "Not found" } } });
    await firstForm.type(name, "Grace");
    await firstForm.type("Email", "grace@example.org");
    await firstForm.type("Password", "secret 1");
    if (kind === "dialog") {
      await firstForm.type("ZIP code", "76102");
      await waitFor(() => expect(firstForm.field("City").readOnly).toBe(false));
      await firstForm.type("City", "Waco");
      expectLogged("ZIP lookup failed");
    }
    firstForm.unmount();

    const reloadedForm = openForm(kind, { zip: { status: 404, body: { message: "Not found" } } });
    expect(reloadedForm.field(name).value).toBe("Grace");
    expect(reloadedForm.field("Email").value).toBe("grace@example.org");
    expect(reloadedForm.field("Password").value).toBe("");
    if (kind === "dialog") {
      await waitFor(() => expect(reloadedForm.field("City").value).toBe("Waco"));
      await waitFor(() => expect(reloadedForm.field("City").readOnly).toBe(false));
      expectLogged("ZIP lookup failed");
    }
    expect(JSON.stringify(sessionStorage)).not.toContain("secret");
  },
);
