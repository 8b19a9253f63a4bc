import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { builtInTemplates } from "#rules/built-in-templates.ts";
import type { FakeResponse, FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { anEmailTemplate } from "#testing/settings-builders.ts";
import {
  CREATE_ENDPOINT,
  findDialog,
  serverErrorResponse,
  openTemplates,
  PREVIEW_ENDPOINT,
  rejectedTemplateResponse,
  TEST_ENDPOINT,
  type Template,
  UPDATE_ENDPOINT,
  replaceText,
} from "#testing/template-server.ts";

beforeEach(() => {
  logInAsAdmin();
  // jsdom can't type into the visual editor.
  rememberTextView("source");
});

describe("the template editor", () => {
  test("MAIL-06, MAIL-13, MAIL-14, MAIL-15, MAIL-16, MAIL-17: offers the documented types and the site's other emails", async () => {
    const { press } = openTemplates([]);
    await press("Create Custom Template");
    const typeSelect = (await findDialog()).getByLabelText("Email Type");
    const options = within(typeSelect).getAllByRole("option");
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

  test("MAIL-07, MAIL-08, MAIL-09, MAIL-10, MAIL-11, MAIL-22, MAIL-25, MAIL-35: creates a custom template under the entered name", async () => {
    const pendingResponse = Promise.withResolvers<void>();
    const { user, press, callsOf } = openTemplates([], {
      [CREATE_ENDPOINT]: async ({ body }: FakeCall) => {
        await pendingResponse.promise;
        return { status: 201, body: anEmailTemplate(body as Partial<Template>) };
      },
    });
    await press("Create Custom Template");
    const dialog = await findDialog();
    await user.selectOptions(dialog.getByLabelText("Email Type"), "Welcome Email");
    expect(dialog.queryByLabelText("Custom Email Name")).toBeNull();
    await user.selectOptions(dialog.getByLabelText("Email Type"), "Custom");
    replaceText("Custom Email Name", "Spring newsletter");
    replaceText("Email Subject", "Spring is here");
    replaceText("HTML Content", "<p>Seeds and socks.</p>");
    expect(dialog.getByLabelText<HTMLInputElement>("Active Template").checked).toBe(true);
    expect(dialog.getByRole("button", { name: "Cancel" })).toBeTruthy();
    await press("Create Template");
    expect(await dialog.findByRole("button", { name: "Saving..." })).toBeTruthy();
    pendingResponse.resolve();
    expect(await screen.findByText("Success")).toBeTruthy();
    expect(screen.getByText("Email template created successfully")).toBeTruthy();
    expect(callsOf(CREATE_ENDPOINT)[0]?.body).toEqual({
      name: "Spring newsletter",
      subject: "Spring is here",
      htmlContent: "<p>Seeds and socks.</p>",
      description: null,
      isActive: true,
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("MAIL-19, MAIL-20, MAIL-21: reports missing values and overly short content next to their fields and sends nothing", async () => {
    const { press, callsOf } = openTemplates([]);
    await press("Create Custom Template");
    const dialog = await findDialog();
    replaceText("HTML Content", "<p>Hi</p>");
    await press("Create Template");
    for (const message of [
      "Email type is required",
      "Subject is required",
      "Content must be at least 10 characters",
    ]) {
      expect(await dialog.findByText(message), message).toBeTruthy();
    }
    expect(callsOf(CREATE_ENDPOINT)).toEqual([]);
  });

  test.each([
    ["Failed to create email template", serverErrorResponse],
    ["The server says why.", rejectedTemplateResponse],
  ])(
    "MAIL-30: shows “%s” and keeps what was typed when creating fails",
    async (message, response) => {
      const { press } = openTemplates([], { [CREATE_ENDPOINT]: response });
      await press("Create Custom Template");
      await findDialog();
      replaceText("Custom Email Name", "Spring newsletter");
      replaceText("Email Subject", "Spring is here");
      replaceText("HTML Content", "<p>Seeds and socks.</p>");
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
    await findDialog();
    replaceText("Email Subject", "You fill a box");
    await press("Update Template");
    expect(await screen.findByText("Email template updated successfully")).toBeTruthy();
    const [call] = callsOf(UPDATE_ENDPOINT);
    expect([call?.url, call?.body]).toEqual([
      `/api/email-templates/${template.id}`,
      { subject: "You fill a box", updatedAt: template.updatedAt },
    ]);
    expect(await screen.findByText("You fill a box")).toBeTruthy();
  });

  test.each([
    ["Failed to update email template", serverErrorResponse],
    ["The server says why.", rejectedTemplateResponse],
  ])("MAIL-31: shows “%s” when updating fails", async (message, response) => {
    const { press } = openTemplates([anEmailTemplate()], { [UPDATE_ENDPOINT]: response });
    await press("Edit Donation Confirmation");
    await findDialog();
    replaceText("Email Subject", "You fill a box");
    await press("Update Template");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("Save email template failed");
  });

  test("MAIL-18: reports an unknown placeholder next to its field", async () => {
    const message = "The template uses {{nmae}}, but this email only has: name, siteUrl.";
    const { press } = openTemplates([anEmailTemplate()], {
      [UPDATE_ENDPOINT]: {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          issues: [{ path: "htmlContent", message }],
        },
      },
    });
    await press("Edit Donation Confirmation");
    const dialog = await findDialog();
    replaceText("HTML Content", "<p>Dear {{nmae}}, thank you.</p>");
    await press("Update Template");
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText("HTML Content").getAttribute("aria-invalid")).toBe("true");
    expectLogged("Save email template failed");
  });

  test("MAIL-18: offers the type's placeholders and inserts one at the cursor", async () => {
    const { user, press } = openTemplates([anEmailTemplate()]);
    await press("Edit Donation Confirmation");
    const dialog = await findDialog();
    const content = dialog.getByLabelText<HTMLTextAreaElement>("HTML Content");
    await user.click(content);
    content.setSelectionRange(8, 8);
    await press("{{receiptNumber}}: Receipt number");
    expect(content.value).toBe(
      "<p>Dear {{receiptNumber}}{{name}}, thank you for {{donationAmount}}.</p>",
    );
    const subject = dialog.getByLabelText<HTMLInputElement>("Email Subject");
    await user.click(subject);
    subject.setSelectionRange(0, 5);
    await press("{{donationAmount}}: Gift amount");
    expect(subject.value).toBe("{{donationAmount}} you, {{name}}");
    await user.selectOptions(dialog.getByLabelText("Email Type"), "Event Reminder");
    expect(dialog.getByRole("button", { name: "{{eventDate}}: Day" })).toBeTruthy();
    expect(dialog.queryByRole("button", { name: /receiptNumber/ })).toBeNull();
  });
});

describe("the email template preview", () => {
  test("shows the email 360 or 640 pixels wide, in light or dark colors", async () => {
    const html =
      "<head><style>@media (prefers-color-scheme: dark) { p { color: red } }</style></head>";
    const { user, press } = openTemplates([anEmailTemplate()], {
      [PREVIEW_ENDPOINT]: { body: { subject: "Thank you", html, problem: null } },
    });
    await press("Preview Donation Confirmation");
    const frame = await screen.findByTitle<HTMLIFrameElement>("Preview of the email");
    expect(frame.style.width).toBe("360px");
    expect(frame.srcdoc).toContain("@media not all");
    await user.click(screen.getByRole("radio", { name: "Computer" }));
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    expect(frame.style.width).toBe("640px");
    expect(frame.srcdoc).toContain("@media all");
    expect(frame.srcdoc).not.toContain("prefers-color-scheme");
  });

  test("MAIL-12: shows the subject and, in a sandboxed frame, the content that the server rendered", async () => {
    const { press, callsOf } = openTemplates([anEmailTemplate()]);
    await press("Preview Donation Confirmation");
    const previewDialog = await findDialog();
    expect(await previewDialog.findByText("Written: Thank you, {{name}}")).toBeTruthy();
    const frame = previewDialog.getByTitle<HTMLIFrameElement>("Preview of the email");
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.getAttribute("srcdoc")).toContain("<p>Dear {{name}}, thank you");
    expect(callsOf(PREVIEW_ENDPOINT)[0]?.body).toEqual({
      name: "Donation Confirmation",
      subject: "Thank you, {{name}}",
      htmlContent: "<p>Dear {{name}}, thank you for {{donationAmount}}.</p>",
    });
  });

  test("updates as the form changes, and says why the email can't be sent", async () => {
    const problem = "The template uses {{nmae}}.";
    const { press } = openTemplates([anEmailTemplate()], {
      [PREVIEW_ENDPOINT]: ({ body }: FakeCall) => {
        const { subject } = body as Template;
        const hasUnknownPlaceholder = subject.includes("nmae");
        return {
          body: hasUnknownPlaceholder
            ? { subject: "", html: "", problem }
            : { subject, html: "<head></head>", problem: null },
        };
      },
    });
    await press("Edit Donation Confirmation");
    const dialog = await findDialog();
    replaceText("Email Subject", "Hello you");
    expect(await dialog.findByText("Hello you")).toBeTruthy();
    replaceText("Email Subject", "Hello {{nmae}}");
    expect(await dialog.findByText(problem)).toBeTruthy();
  });

  test("sends a test email to the administrator or to another address", async () => {
    const { user, press, callsOf } = openTemplates([anEmailTemplate()]);
    await press("Preview Donation Confirmation");
    await press("Send test");
    const message = "The test email will go to june@example.org within a minute";
    expect(await screen.findByText(message)).toBeTruthy();
    await user.type(screen.getByLabelText("Send a test to"), "Ann@example.org{Enter}");
    await waitFor(() => expect(callsOf(TEST_ENDPOINT)).toHaveLength(2));
    const { name, subject, htmlContent } = anEmailTemplate();
    const templateText = { name, subject, htmlContent };
    expect(callsOf(TEST_ENDPOINT).map(({ body }) => body)).toEqual([
      templateText,
      { ...templateText, toEmail: "Ann@example.org" },
    ]);
  });

  test("shows why a test email failed, at the address field if the address is invalid", async () => {
    const fieldIssueResponse = (path: string, message: string): FakeResponse => ({
      status: 400,
      body: { message: "Please check the highlighted fields.", issues: [{ path, message }] },
    });
    let response = fieldIssueResponse("toEmail", "Enter a valid email address.");
    const { press } = openTemplates([anEmailTemplate()], { [TEST_ENDPOINT]: () => response });
    await press("Preview Donation Confirmation");
    await press("Send test");
    await screen.findByText("We couldn't send the test");
    const field = screen.getByLabelText("Send a test to");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    response = fieldIssueResponse("htmlContent", "The template uses {{nmae}}.");
    await press("Send test");
    expect(await screen.findByText("The template uses {{nmae}}.")).toBeTruthy();
    expectLogged("A test email could not be sent");
  });
});

test("rewriting a built-in email starts a custom template from its text", async () => {
  const { user, press, callsOf } = openTemplates([anEmailTemplate()]);
  const builtInCount = Object.keys(builtInTemplates).length - 1;
  await user.click(await screen.findByText(`Emails with our built-in text (${builtInCount})`));
  expect(screen.queryByRole("button", { name: "Rewrite Donation Confirmation" })).toBeNull();
  await press("Rewrite Event Reminder");
  const dialog = await findDialog();
  expect(dialog.getByLabelText<HTMLSelectElement>("Email Type").value).toBe("Event Reminder");
  expect(dialog.getByLabelText<HTMLTextAreaElement>("HTML Content").value).toContain(
    "See you soon",
  );
  replaceText("Email Subject", "Tomorrow: {{eventType}}");
  await press("Create Template");
  await screen.findByText("Email template created successfully");
  expect(callsOf(CREATE_ENDPOINT)[0]?.body).toMatchObject({
    name: "Event Reminder",
    subject: "Tomorrow: {{eventType}}",
    description: "Sent the day before a shift",
  });
});
