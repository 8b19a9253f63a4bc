import { act, screen, waitFor, within } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { beforeEach, describe, expect, test } from "vitest";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { anEmailTemplate } from "#testing/settings-builders.ts";
import {
  openTemplates,
  UPDATE_ENDPOINT,
  VERSION_ENDPOINT,
  VERSIONS_ENDPOINT,
} from "#testing/template-server.ts";

beforeEach(() => logInAsAdmin());

describe("the visual editor for email templates", () => {
  const findEditor = async () => {
    const textbox = await screen.findByRole("textbox", { name: "HTML Content" });
    return textbox as HTMLElement & { readonly editor: Editor };
  };

  test("MAIL-09, MAIL-18: shows placeholders as labeled chips, inserts one at the cursor, and stores HTML", async () => {
    const { user, press, callsOf } = openTemplates([anEmailTemplate()]);
    await press("Edit Donation Confirmation");
    const textbox = await findEditor();
    await waitFor(() =>
      expect(textbox.textContent).toBe("Dear Recipient's name, thank you for Gift amount."),
    );
    await user.click(screen.getByLabelText("Email Subject"));
    act(() => {
      textbox.focus();
      textbox.editor.commands.setTextSelection(1);
    });
    await press("{{receiptNumber}}: Receipt number");
    expect(textbox.querySelectorAll("[data-chip]")).toHaveLength(3);
    await press("Update Template");
    await screen.findByText("Email template updated successfully");
    expect(callsOf(UPDATE_ENDPOINT)[0]?.body).toMatchObject({
      htmlContent: "<p>{{receiptNumber}}Dear {{name}}, thank you for {{donationAmount}}.</p>",
    });
  });

  test("MAIL-18: marks an unknown placeholder", async () => {
    const htmlContent = "<p>Dear {{nmae}}, thank you {{name}}.</p>";
    const { press } = openTemplates([anEmailTemplate({ htmlContent })]);
    await press("Edit Donation Confirmation");
    const textbox = await findEditor();
    await waitFor(() =>
      expect(textbox.querySelector("[data-chip].unknown")?.textContent).toBe("{{nmae}}"),
    );
    expect(textbox.querySelectorAll("[data-chip]")).toHaveLength(2);
  });

  test("MAIL-09: opens an email as HTML if the editor would change its formatting, and switches to HTML on demand", async () => {
    const htmlContent = '<p style="text-align:center">Dear {{name}}, thank you.</p>';
    const { press } = openTemplates([
      anEmailTemplate({ htmlContent }),
      anEmailTemplate({ name: "Welcome Email" }),
    ]);
    await press("Edit Donation Confirmation");
    expect(await screen.findByText(/formatting that the editor would change/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("HTML Content").value).toBe(htmlContent);
    await press("Cancel");
    await press("Edit Welcome Email");
    await findEditor();
    await press("Edit the HTML");
    const source = screen.getByLabelText<HTMLTextAreaElement>("HTML Content");
    expect([source.rows, source.value]).toEqual([12, anEmailTemplate().htmlContent]);
  });

  test("turns a link into a button whose URL is a placeholder", async () => {
    const { user, press, callsOf } = openTemplates([
      anEmailTemplate({ htmlContent: "<p>Your gifts</p>" }),
    ]);
    await press("Edit Donation Confirmation");
    const textbox = await findEditor();
    await waitFor(() => expect(textbox.textContent).toBe("Your gifts"));
    act(() => void textbox.editor.commands.selectAll());
    await press("Link");
    // Braces have a special meaning in `user.type`.
    await user.click(await screen.findByLabelText("URL"));
    await user.paste("{{siteUrl}}/manage-gift");
    await user.click(screen.getByRole("checkbox", { name: "Show as a button" }));
    await press("Save link");
    await press("Update Template");
    await screen.findByText("Email template updated successfully");
    expect(callsOf(UPDATE_ENDPOINT)[0]?.body).toMatchObject({
      htmlContent: '<p><a class="button" href="{{siteUrl}}/manage-gift">Your gifts</a></p>',
    });
  });
});

test("an earlier version of a template can be viewed and restored into the form", async () => {
  rememberTextView("source");
  const template = anEmailTemplate();
  const version = {
    id: "0f5b7c1e-1111-4111-8111-111111111111",
    name: template.name,
    subject: "Thanks, {{name}}",
    description: template.description,
    version: 1,
    savedBy: "dana",
    savedAt: "2026-11-19T15:00:00Z",
  };
  const htmlContent = "<p>Dear {{name}}, we thank you for {{donationAmount}}.</p>";
  const { press, callsOf } = openTemplates([template], {
    [VERSIONS_ENDPOINT]: pagesOf([version]),
    [VERSION_ENDPOINT]: { body: { ...version, htmlContent } },
  });
  await press("Edit Donation Confirmation");
  await press("Earlier versions");
  const dialog = within(await screen.findByRole("dialog", { name: "Earlier versions" }));
  expect(await dialog.findByText(/dana/)).toBeTruthy();
  await press("View version 1");
  expect((await dialog.findByText("we")).tagName).toBe("INS");
  await press("Restore this version");
  expect(screen.getByLabelText<HTMLTextAreaElement>("HTML Content").value).toBe(htmlContent);
  await press("Update Template");
  await screen.findByText("Email template updated successfully");
  expect(callsOf(UPDATE_ENDPOINT)[0]?.body).toEqual({
    subject: version.subject,
    htmlContent,
    updatedAt: template.updatedAt,
  });
});
