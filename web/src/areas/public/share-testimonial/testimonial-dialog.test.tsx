import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { DialogOpener } from "#testing/dialog-opener.tsx";
import { HONEYPOT_ERROR } from "#ui/fields/honeypot.tsx";
import { TestimonialDialog } from "./testimonial-dialog.tsx";

const UPLOAD_URL = "https://storage.test/upload/stories/1?token=t";
const OBJECT_PATH = "/images/stories/1";
const THANKS_MESSAGE =
  "Thank you for sharing your story. It will appear here once our team has reviewed it.";
const alerts: string[] = [];

beforeEach(() => {
  alerts.length = 0;
  vi.stubGlobal("alert", (text: string) => alerts.push(text));
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
});

interface Responses {
  readonly prepare?: FakeResponse;
  readonly save?: FakeResponse;
  readonly create?: FakeResponse;
}

const openForm = ({ prepare, save, create }: Responses = {}) => {
  const uploads = fakeUploads();
  const api = fakeApi({
    "POST /api/testimonials/upload": prepare ?? { body: { uploadURL: UPLOAD_URL } },
    "PUT /api/testimonials/image": save ?? { body: { objectPath: OBJECT_PATH } },
    "POST /api/testimonials": create ?? { status: 201, body: { message: THANKS_MESSAGE } },
  });
  const view = renderInApp(<DialogOpener dialog={(props) => <TestimonialDialog {...props} />} />);
  const fillForm = async () => {
    await view.user.type(screen.getByLabelText("Your name"), "  Renee Whitaker ");
    await view.user.type(screen.getByLabelText("Title or role"), " Military spouse ");
    await view.user.type(screen.getByLabelText("Your story"), " The box came.  ");
  };
  const submit = async () =>
    view.user.click(await screen.findByRole("button", { name: "Share your story" }));
  const choosePicture = (file = new File(["picture"], "box.gif", { type: "image/gif" })) =>
    view.user.upload(screen.getByLabelText(/^Add a picture/), file);
  const finishUpload = async (status: number) => {
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.respond(status));
  };
  return { ...view, ...api, uploads, fillForm, submit, choosePicture, finishUpload };
};

describe("the story form", () => {
  test("TEST-04, TEST-07: asks for name, title and story, with five stars preselected", async () => {
    const { user } = openForm();
    expect(screen.getByLabelText<HTMLInputElement>("5 stars").checked).toBe(true);
    await user.click(screen.getByLabelText("3 stars"));
    expect(screen.getByLabelText<HTMLInputElement>("3 stars").checked).toBe(true);
    expect(screen.getAllByRole("radio")).toHaveLength(5);
  });

  test("threat 52: warns about the name of a base, but still sends the story", async () => {
    const { user, fillForm, submit, calls } = openForm();
    await fillForm();
    expect(screen.queryByText(/may give away where people are deployed/)).toBeNull();
    await user.type(screen.getByLabelText("Your story"), "Mail day at Camp Arifjan.");
    expect(
      screen.getByText("“Camp Arifjan” may give away where people are deployed."),
    ).toBeTruthy();
    await submit();
    await waitFor(() => expect(calls).toHaveLength(1));
  });

  test("TEST-05: requires name, title and content after trimming", async () => {
    const { user, submit, calls } = openForm();
    await user.type(screen.getByLabelText("Your name"), "   ");
    await submit();
    expect(await screen.findByText("Name, title, and story content are required.")).toBeTruthy();
    const nameField = screen.getByLabelText("Your name");
    expect(nameField.getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(nameField));
    expect(calls).toEqual([]);
  });

  test("shows the field that a tool filled in, and sends the story once it is cleared by hand", async () => {
    const { user, fillForm, submit, calls } = openForm();
    await fillForm();
    const hiddenField = screen.getByLabelText("Website");
    expect(hiddenField.closest("[aria-hidden='true']")).toBeTruthy();
    fireEvent.change(hiddenField, { target: { value: "https://example.org" } });
    await submit();
    await submit();
    const field = screen.getByRole("textbox", { name: "Leave this field empty" });
    expect(screen.getByText(HONEYPOT_ERROR)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(calls).toEqual([]);
    await user.clear(field);
    expect(document.activeElement).toBe(field);
    expect(field.closest("[aria-hidden='true']")).toBeNull();
    await submit();
    expect(await screen.findByText(THANKS_MESSAGE)).toBeTruthy();
  });

  test("TEST-06, TEST-08, TEST-12: sends trimmed values as an inactive story without a picture", async () => {
    const { fillForm, submit, callsOf } = openForm();
    await fillForm();
    await submit();
    expect(await screen.findByText(THANKS_MESSAGE)).toBeTruthy();
    expect(callsOf("POST /api/testimonials")[0]?.body).toEqual({
      name: "Renee Whitaker",
      title: "Military spouse",
      content: "The box came.",
      rating: 5,
      imageUrl: null,
      imageAlt: null,
      isActive: false,
      website: "",
    });
    expect(document.activeElement?.textContent).toBe("Thank you");
  });

  test("TEST-13: shows an error and keeps the input if sending fails", async () => {
    const { fillForm, submit } = openForm({ create: { status: 503, body: "" } });
    await fillForm();
    await submit();
    expect(await screen.findByText("Submission Failed")).toBeTruthy();
    expect(screen.getByText("Unable to submit your story. Please try again.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Your story").value).toBe(" The box came.  ");
    expectLogged("A story could not be submitted");
  });

  test("TEST-13: shows the server's validation errors on their fields", async () => {
    const issues = [{ path: "name", message: "Keep this on one line." }];
    const { fillForm, submit } = openForm({
      create: { status: 400, body: { message: "Please check the highlighted fields.", issues } },
    });
    await fillForm();
    await submit();
    expect(await screen.findByText("Keep this on one line.")).toBeTruthy();
    expectLogged("A story could not be submitted");
  });
});

describe("a story that hasn't been sent", () => {
  test("survives a reload, and is forgotten once it is sent", async () => {
    const firstForm = openForm();
    await firstForm.fillForm();
    await firstForm.user.click(screen.getByLabelText("3 stars"));
    firstForm.unmount();
    const reloadedForm = openForm();
    expect(screen.getByLabelText<HTMLInputElement>("Your story").value).toBe(" The box came.  ");
    expect(screen.getByLabelText<HTMLInputElement>("3 stars").checked).toBe(true);
    await reloadedForm.submit();
    await screen.findByText(THANKS_MESSAGE);
    expect(sessionStorage).toHaveLength(0);
  });
});

describe("the story form after closing", () => {
  const press = (user: ReturnType<typeof openForm>["user"], name: string) =>
    user.click(screen.getByRole("button", { name }));

  test("keeps its text and picture, and is empty after the story has been sent", async () => {
    const { fillForm, choosePicture, finishUpload, submit, user } = openForm();
    await fillForm();
    await choosePicture();
    await finishUpload(200);
    await screen.findByText("Picture added");
    await press(user, "Close");
    expect(screen.queryByRole("dialog")).toBeNull();
    await press(user, "Open again");
    expect(screen.getByLabelText<HTMLInputElement>("Your story").value).toBe(" The box came.  ");
    expect(screen.getByText("Picture added")).toBeTruthy();

    await submit();
    await screen.findByText(THANKS_MESSAGE);
    await press(user, "Close");
    await press(user, "Open again");
    expect(screen.getByLabelText<HTMLInputElement>("Your story").value).toBe("");
    expect(screen.queryByText("Picture added")).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });
});

describe("adding a picture to a story", () => {
  test("UPL-01: rejects a picture above 10 MB with an alert", async () => {
    const { choosePicture, calls } = openForm();
    const largeFile = new File(["x"], "large.png", { type: "image/png" });
    Object.defineProperty(largeFile, "size", { value: 10_485_761 });
    await choosePicture(largeFile);
    expect(alerts).toEqual(["File size exceeds 10MB limit"]);
    expect(calls).toEqual([]);
  });

  test("UPL-02, UPL-03, UPL-04: uploads the picture by PUT, shows the progress as a percentage, and saves the picture's path", async () => {
    const { choosePicture, fillForm, submit, uploads, callsOf, finishUpload, user } = openForm();
    await fillForm();
    expect(screen.queryByLabelText(/^Alt text/)).toBeNull();
    await choosePicture();
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]).toMatchObject({ url: UPLOAD_URL, contentType: "image/gif" });
    act(() => uploads[0]?.reportProgress(42));
    expect(screen.getByText("Uploading… 42%")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("42");
    expect(screen.getByAltText<HTMLImageElement>("Your upload").src).toBe("blob:preview");

    await finishUpload(200);
    expect(await screen.findByText("Picture added")).toBeTruthy();
    expect(callsOf("PUT /api/testimonials/image")[0]?.body).toEqual({
      testimonialImageURL: UPLOAD_URL,
    });
    await user.type(screen.getByLabelText(/^Alt text/), " A box on a cot ");
    await submit();
    await screen.findByText(THANKS_MESSAGE);
    expect(callsOf("POST /api/testimonials")[0]?.body).toMatchObject({
      imageUrl: OBJECT_PATH,
      imageAlt: "A box on a cot",
    });
  });

  test("UPL-09, UPL-13: shows an error if there is no upload URL", async () => {
    const { choosePicture } = openForm({ prepare: { status: 503, body: "" } });
    await choosePicture();
    expect(await screen.findByText("Failed to get upload URL")).toBeTruthy();
    expect(alerts).toEqual(["Failed to prepare upload. Please try again."]);
    expectLogged("Failed to get upload URL");
  });

  test.each([400, 0])(
    "UPL-12: shows an error if the upload fails with status %s",
    async (status) => {
      const { choosePicture, finishUpload } = openForm();
      await choosePicture();
      await finishUpload(status);
      await waitFor(() => expect(alerts).toEqual(["Upload failed. Please try again."]));
      expectLogged("Failed to upload image");
    },
  );

  test("UPL-10, UPL-11, UPL-07: shows an error if the picture's path can't be saved, and sends the story without the picture", async () => {
    const { choosePicture, fillForm, submit, finishUpload, callsOf, user } = openForm({
      save: { status: 503, body: "" },
    });
    await fillForm();
    await choosePicture();
    await finishUpload(200);
    expect(await screen.findByText("Upload Failed")).toBeTruthy();
    expect(screen.getAllByText("Failed to save image").length).toBeGreaterThan(0);
    expectLogged("Failed to save image");

    await submit();
    expect(await screen.findByText("Please upload the picture again, or remove it.")).toBeTruthy();
    await user.type(screen.getByLabelText(/^Alt text/), "A box on a cot");
    await user.click(screen.getByRole("button", { name: "Remove picture" }));
    await submit();
    await screen.findByText(THANKS_MESSAGE);
    const emptyPictureFields = { imageUrl: null, imageAlt: null };
    expect(callsOf("POST /api/testimonials")[0]?.body).toMatchObject(emptyPictureFields);
  });
});
