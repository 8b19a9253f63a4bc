import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { builtInTemplates } from "#rules/built-in-templates.ts";
import type { FakeAnswer, FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { anEmailTemplate } from "#testing/settings-builders.ts";
import {
  CREATE,
  dialog,
  failure,
  openTemplates,
  PREVIEW,
  templateRefusal,
  TEST,
  type Template,
  UPDATE,
  write,
} from "#testing/template-server.ts";

beforeEach(() => logInAsAdmin());

describe("the dialog", () => {
  test("MAIL-06, MAIL-13, MAIL-14, MAIL-15, MAIL-16, MAIL-17: offers the documented types and the site's other emails", async () => {
    const { press } = openTemplates([]);
    await press("Create Custom Template");
    const type = (await dialog()).getByLabelText("Email Type");
    const options = within(type).getAllByRole("option");
    const labels = options.map(({ textContent }) => textContent);
    expect(labels.slice(0, 5)).toEqual([
      "Please choose",
      "Donation Confirmation (Donation Receipt Email)",
      "Volunteer Application Approved (Volunteer Approval Email)",
      "Volunteer Application Rejected (Volunteer Rejection Email)",
      "Welcome Email",
    ]);
    expect(labels).toContain("Event Reminder");
    expect(labels.at(-1)).toBe("Custom");
  });

  test("MAIL-07, MAIL-08, MAIL-09, MAIL-10, MAIL-11, MAIL-22, MAIL-25, MAIL-35: creates a custom template under the typed name", async () => {
    const pendingAnswer = Promise.withResolvers<void>();
    const { user, press, callsOf } = openTemplates([], {
      [CREATE]: async ({ body }: FakeCall) => {
        await pendingAnswer.promise;
        return { status: 201, body: anEmailTemplate(body as Partial<Template>) };
      },
    });
    await press("Create Custom Template");
    const fields = await dialog();
    await user.selectOptions(fields.getByLabelText("Email Type"), "Welcome Email");
    expect(fields.queryByLabelText("Custom Email Name")).toBeNull();
    await user.selectOptions(fields.getByLabelText("Email Type"), "Custom");
    write("Custom Email Name", "Spring newsletter");
    write("Email Subject", "Spring is here");
    write("HTML Content", "<p>Seeds and socks.</p>");
    expect(fields.getByLabelText<HTMLInputElement>("Active Template").checked).toBe(true);
    expect(fields.getByRole("button", { name: "Cancel" })).toBeTruthy();
    await press("Create Template");
    expect(await fields.findByRole("button", { name: "Saving..." })).toBeTruthy();
    pendingAnswer.resolve();
    expect(await screen.findByText("Success")).toBeTruthy();
    expect(screen.getByText("Email template created successfully")).toBeTruthy();
    expect(callsOf(CREATE)[0]?.body).toEqual({
      name: "Spring newsletter",
      subject: "Spring is here",
      htmlContent: "<p>Seeds and socks.</p>",
      description: null,
      isActive: true,
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("MAIL-19, MAIL-20, MAIL-21: reports missing and short values on their fields and sends nothing", async () => {
    const { press, callsOf } = openTemplates([]);
    await press("Create Custom Template");
    const fields = await dialog();
    write("HTML Content", "<p>Hi</p>");
    await press("Create Template");
    for (const message of [
      "Email type is required",
      "Subject is required",
      "Content must be at least 10 characters",
    ]) {
      expect(await fields.findByText(message), message).toBeTruthy();
    }
    expect(callsOf(CREATE)).toEqual([]);
  });

  test.each([
    [failure, "Failed to create email template"],
    [templateRefusal, "The server says why."],
  ])(
    "MAIL-30: shows why creating failed and keeps what was typed (case %#)",
    async (answer, message) => {
      const { press } = openTemplates([], { [CREATE]: answer });
      await press("Create Custom Template");
      await dialog();
      write("Custom Email Name", "Spring newsletter");
      write("Email Subject", "Spring is here");
      write("HTML Content", "<p>Seeds and socks.</p>");
      await press("Create Template");
      expect(await screen.findByText(message)).toBeTruthy();
      expect(screen.getByLabelText<HTMLInputElement>("Email Subject").value).toBe("Spring is here");
      expectLogged("Add email template failed");
    },
  );

  test("MAIL-11, MAIL-26, MAIL-36: sends only the changes on update", async () => {
    const template = anEmailTemplate();
    const { press, callsOf } = openTemplates([template]);
    await press("Edit Donation Confirmation");
    await dialog();
    write("Email Subject", "You fill a box");
    await press("Update Template");
    expect(await screen.findByText("Email template updated successfully")).toBeTruthy();
    const [call] = callsOf(UPDATE);
    expect([call?.url, call?.body]).toEqual([
      `/api/email-templates/${template.id}`,
      { subject: "You fill a box", updatedAt: template.updatedAt },
    ]);
    expect(await screen.findByText("You fill a box")).toBeTruthy();
  });

  test.each([
    [failure, "Failed to update email template"],
    [templateRefusal, "The server says why."],
  ])("MAIL-31: shows why updating failed (case %#)", async (answer, message) => {
    const { press } = openTemplates([anEmailTemplate()], { [UPDATE]: answer });
    await press("Edit Donation Confirmation");
    await dialog();
    write("Email Subject", "You fill a box");
    await press("Update Template");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("Save email template failed");
  });

  test("MAIL-18: reports an unknown placeholder on its field", async () => {
    const message = "The template uses {{nmae}}, but this email only has: name, siteUrl.";
    const { press } = openTemplates([anEmailTemplate()], {
      [UPDATE]: {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          issues: [{ path: "htmlContent", message }],
        },
      },
    });
    await press("Edit Donation Confirmation");
    const fields = await dialog();
    write("HTML Content", "<p>Dear {{nmae}}, thank you.</p>");
    await press("Update Template");
    expect(await fields.findByText(message)).toBeTruthy();
    expect(fields.getByLabelText("HTML Content").getAttribute("aria-invalid")).toBe("true");
    expectLogged("Save email template failed");
  });

  test("MAIL-18: offers the type's placeholders and inserts one at the cursor", async () => {
    const { user, press } = openTemplates([anEmailTemplate()]);
    await press("Edit Donation Confirmation");
    const fields = await dialog();
    const content = fields.getByLabelText<HTMLTextAreaElement>("HTML Content");
    await user.click(content);
    content.setSelectionRange(8, 8);
    await press("{{receiptNumber}}: Receipt number");
    expect(content.value).toBe(
      "<p>Dear {{receiptNumber}}{{name}}, thank you for {{donationAmount}}.</p>",
    );
    const subject = fields.getByLabelText<HTMLInputElement>("Email Subject");
    await user.click(subject);
    subject.setSelectionRange(0, 5);
    await press("{{donationAmount}}: Amount of the gift");
    expect(subject.value).toBe("{{donationAmount}} you, {{name}}");
    await user.selectOptions(fields.getByLabelText("Email Type"), "Event Reminder");
    expect(fields.getByRole("button", { name: "{{eventDate}}: Day" })).toBeTruthy();
    expect(fields.queryByRole("button", { name: /receiptNumber/ })).toBeNull();
  });
});

describe("preview and test", () => {
  test("MAIL-12: shows the subject and content rendered by the server in a sandboxed frame", async () => {
    const { press, callsOf } = openTemplates([anEmailTemplate()]);
    await press("Preview Donation Confirmation");
    const previewDialog = await dialog();
    expect(await previewDialog.findByText("Written: Thank you, {{name}}")).toBeTruthy();
    const frame = previewDialog.getByTitle<HTMLIFrameElement>("Preview of the email");
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.getAttribute("srcdoc")).toContain("<p>Dear {{name}}, thank you");
    expect(callsOf(PREVIEW)[0]?.body).toEqual({
      name: "Donation Confirmation",
      subject: "Thank you, {{name}}",
      htmlContent: "<p>Dear {{name}}, thank you for {{donationAmount}}.</p>",
    });
  });

  test("previews the text being typed and says why it can't be sent", async () => {
    const problem = "The template uses {{nmae}}.";
    const { press } = openTemplates([anEmailTemplate()], {
      [PREVIEW]: ({ body }: FakeCall) => {
        const { subject } = body as Template;
        const isWrong = subject.includes("nmae");
        return {
          body: isWrong
            ? { subject: "", html: "", problem }
            : { subject, html: "<head></head>", problem: null },
        };
      },
    });
    await press("Edit Donation Confirmation");
    const fields = await dialog();
    write("Email Subject", "Hello you");
    expect(await fields.findByText("Hello you")).toBeTruthy();
    write("Email Subject", "Hello {{nmae}}");
    expect(await fields.findByText(problem)).toBeTruthy();
  });

  test("sends a test to the administrator or to a typed address", async () => {
    const { user, press, callsOf } = openTemplates([anEmailTemplate()]);
    await press("Preview Donation Confirmation");
    await press("Send test");
    const message = "The test email will go to june@example.org within a minute";
    expect(await screen.findByText(message)).toBeTruthy();
    await user.type(screen.getByLabelText("Send a test to"), "Ann@example.org{Enter}");
    await waitFor(() => expect(callsOf(TEST)).toHaveLength(2));
    const { name, subject, htmlContent } = anEmailTemplate();
    const text = { name, subject, htmlContent };
    expect(callsOf(TEST).map(({ body }) => body)).toEqual([
      text,
      { ...text, toEmail: "Ann@example.org" },
    ]);
  });

  test("shows why a test email failed, at the address field if the address is invalid", async () => {
    const issue = (path: string, message: string): FakeAnswer => ({
      status: 400,
      body: { message: "Please check the highlighted fields.", issues: [{ path, message }] },
    });
    let answer = issue("toEmail", "Must be a valid email address");
    const { press } = openTemplates([anEmailTemplate()], { [TEST]: () => answer });
    await press("Preview Donation Confirmation");
    await press("Send test");
    await screen.findByText("We couldn't send the test");
    const field = screen.getByLabelText("Send a test to");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    answer = issue("htmlContent", "The template uses {{nmae}}.");
    await press("Send test");
    expect(await screen.findByText("The template uses {{nmae}}.")).toBeTruthy();
    expectLogged("A test email could not be sent");
  });
});

test("starts a custom template from the built-in text", async () => {
  const { user, press, callsOf } = openTemplates([anEmailTemplate()]);
  const otherCount = Object.keys(builtInTemplates).length - 1;
  await user.click(await screen.findByText(`Emails with our built-in text (${otherCount})`));
  expect(screen.queryByRole("button", { name: "Rewrite Donation Confirmation" })).toBeNull();
  await press("Rewrite Event Reminder");
  const fields = await dialog();
  expect(fields.getByLabelText<HTMLSelectElement>("Email Type").value).toBe("Event Reminder");
  expect(fields.getByLabelText<HTMLTextAreaElement>("HTML Content").value).toContain(
    "See you soon",
  );
  write("Email Subject", "Tomorrow: {{eventType}}");
  await press("Create Template");
  await screen.findByText("Email template created successfully");
  expect(callsOf(CREATE)[0]?.body).toMatchObject({
    name: "Event Reminder",
    subject: "Tomorrow: {{eventType}}",
    description: "Sent the day before a shift",
  });
});
