import { act, screen, waitFor } from "@testing-library/react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  highlightImage,
  missionImage,
  reportFile,
  siteImage,
  testimonialImage,
  type UploadKind,
} from "#data/uploads/mutations.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { readDrawnSize, fakeCanvas } from "#testing/fake-canvas.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { FormUpload } from "./form-upload.tsx";

const UPLOAD_URL = "https://storage.test/upload/1?token=t";
const STORED_PATH = "/images/site/1";
const uploadResponse = { body: { uploadURL: UPLOAD_URL } };
const storedResponse = { body: { objectPath: STORED_PATH } };

beforeEach(() => {
  storeTokens("admin");
  storeTokens("volunteer");
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
});

interface ServerResponses {
  readonly respondToCheck?: () => FakeResponse;
}

const renderUpload = (
  kind: UploadKind,
  value: string | null = null,
  { respondToCheck = () => storedResponse }: ServerResponses = {},
) => {
  const puts = fakeUploads();
  const api = fakeApi({
    "POST /api/testimonials/upload": uploadResponse,
    "PUT /api/testimonials/image": respondToCheck,
    "POST /api/objects/upload": uploadResponse,
    "POST /api/normalize-object-path": respondToCheck,
    "PUT /api/objects/image": respondToCheck,
    "POST /api/financial-reports/upload": uploadResponse,
  });
  const FormValues = () => <output>{JSON.stringify(useWatch({ name: "file" }))}</output>;
  const Form = () => {
    const form = useForm({ defaultValues: { file: value, imageAlt: "" } });
    return (
      <FormProvider {...form}>
        <FormUpload<{ file: string | null }>
          name="file"
          label="The file"
          kind={kind}
          hint="Up to 10 MB"
        />
        <button type="button" onClick={() => form.setValue("file", "/images/site/2")}>
          From elsewhere
        </button>
        <button type="button" onClick={() => form.setValue("file", null)}>
          None
        </button>
        <FormValues />
      </FormProvider>
    );
  };
  return {
    ...api,
    ...renderInApp(<Form />),
    puts,
    findFormValue: (value: unknown) => screen.findByText(JSON.stringify(value)),
  };
};

test.each([
  ["testimonialImage", testimonialImage, null, "PUT /api/testimonials/image", STORED_PATH],
  ["siteImage", siteImage, "admin", "POST /api/normalize-object-path", STORED_PATH],
  ["missionImage", missionImage, "admin", "PUT /api/objects/image", STORED_PATH],
  ["highlightImage", highlightImage, "volunteer", "POST /api/normalize-object-path", STORED_PATH],
  ["reportFile", reportFile, "admin", null, UPLOAD_URL],
] as const)(
  "%s uploads through its own endpoints and stores the resulting path",
  async (...row) => {
    const [, kind, role, checkEndpoint, value] = row;
    const { user, puts, calls, findFormValue } = renderUpload(kind);
    const type = kind.isPicture ? "image/gif" : "application/pdf";
    const file = new File(["x"], kind.isPicture ? "box.gif" : "year.pdf", { type });
    expect(screen.queryAllByLabelText(/^Alt text/)).toHaveLength(0);
    await user.upload(screen.getByLabelText(/^The file/), file);
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toMatchObject({ url: UPLOAD_URL, contentType: type });
    act(() => puts[0]?.respond(200));
    expect(await findFormValue(value)).toBeTruthy();
    expect(screen.queryAllByLabelText(/^Alt text/)).toHaveLength(kind.isPicture ? 1 : 0);
    expect(calls.at(-1)?.key).toBe(checkEndpoint ?? "POST /api/financial-reports/upload");
    for (const { headers } of calls) {
      expect(headers.get("authorization")).toBe(role && `Bearer ${role}`);
    }
    await user.click(screen.getByRole("button", { name: /^Remove/ }));
    expect(screen.queryAllByLabelText(/^Alt text/)).toHaveLength(0);
  },
);

const BUSY_RESPONSE = {
  status: 503,
  retryAfter: 1,
  body: {
    code: "busy",
    message: "We're checking another file right now. Please try again in a moment.",
  },
};

test.each([
  ["testimonialImage", testimonialImage],
  ["siteImage", siteImage],
  ["highlightImage", highlightImage],
])("threat 55: %s retries while the server checks another file", async (_, kind) => {
  const responses: FakeResponse[] = [BUSY_RESPONSE, BUSY_RESPONSE, storedResponse];
  const { user, puts, findFormValue } = renderUpload(kind, null, {
    respondToCheck: () => responses.shift() ?? storedResponse,
  });
  const file = new File(["x"], "box.gif", { type: "image/gif" });
  await user.upload(screen.getByLabelText(/^The file/), file);
  await waitFor(() => expect(puts).toHaveLength(1));
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  act(() => puts[0]?.respond(200));
  await waitFor(() => expect(responses).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(responses).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await findFormValue(STORED_PATH)).toBeTruthy();
  expect(puts).toHaveLength(1);
});

test.each([
  ["siteImage", siteImage, "POST /api/normalize-object-path", "url"],
  ["missionImage", missionImage, "PUT /api/objects/image", "missionImageURL"],
] as const)("%s uploads every size with a single progress bar", async (...row) => {
  const [, kind, checkEndpoint, urlKey] = row;
  fakeCanvas(1200, 600);
  const { user, puts, callsOf, findFormValue } = renderUpload(kind);
  const file = new File(["x".repeat(1000)], "box.jpg", { type: "image/jpeg" });
  await user.upload(screen.getByLabelText(/^The file/), file);
  for (const size of [null, "480x240", "960x480"]) {
    const uploadIndex = size === null ? 0 : size === "480x240" ? 1 : 2;
    await waitFor(() => expect(puts).toHaveLength(uploadIndex + 1));
    if (size !== null) expect(await readDrawnSize(puts[uploadIndex]!.body)).toBe(size);
    act(() => puts[uploadIndex]?.reportProgress(50));
    const percent = Number(screen.getByRole("progressbar").getAttribute("value"));
    expect(percent).toBe([49, 98, 99][uploadIndex]);
    act(() => puts[uploadIndex]?.respond(200));
  }
  expect(await findFormValue(STORED_PATH)).toBeTruthy();
  expect(callsOf("POST /api/objects/upload")).toHaveLength(3);
  expect(callsOf(checkEndpoint)[0]?.body).toEqual({
    [urlKey]: UPLOAD_URL,
    smaller: [UPLOAD_URL, UPLOAD_URL],
  });
});

test.each([
  ["a report", reportFile, 500, "{}", "Failed to upload file"],
  ["a picture", siteImage, 500, "{}", "Failed to upload image"],
  [
    "a report of an unsupported type",
    reportFile,
    400,
    '{"statusCode":"415","error":"invalid_mime_type","message":"mime type text/html is not supported"}',
    "We can't accept this type of file.",
  ],
  [
    "a file that is too large",
    reportFile,
    400,
    '{"statusCode":"413","error":"Payload too large","message":"The object exceeded the maximum allowed size"}',
    "This file is too large.",
  ],
])("shows the reason on the field when Storage refuses %s", async (...row) => {
  const [, kind, status, responseBody, expectedMessage] = row;
  vi.stubGlobal("alert", () => undefined);
  const { user, puts } = renderUpload(kind);
  const file = kind.isPicture
    ? new File(["x"], "box.gif", { type: "image/gif" })
    : new File(["x"], "figures.csv", { type: "text/csv" });
  await user.upload(screen.getByLabelText(/^The file/), file);
  await waitFor(() => expect(puts).toHaveLength(1));
  act(() => puts[0]?.respond(status, responseBody));
  expect((await screen.findByRole("alert")).textContent).toBe(expectedMessage);
  expectLogged(kind.isPicture ? "Failed to upload image" : "Failed to upload file");
});

test("uploads all sizes again when one fails and the user retries", async () => {
  vi.stubGlobal("alert", () => undefined);
  fakeCanvas(1200, 600);
  const { user, puts, callsOf, findFormValue } = renderUpload(siteImage);
  const file = new File(["x".repeat(1000)], "box.jpg", { type: "image/jpeg" });
  await user.upload(screen.getByLabelText(/^The file/), file);
  for (const [uploadIndex, status] of [200, 500, 200, 200, 200].entries()) {
    await waitFor(() => expect(puts).toHaveLength(uploadIndex + 1));
    act(() => puts[uploadIndex]?.respond(status));
    if (status === 500) {
      expect(callsOf("POST /api/normalize-object-path")).toEqual([]);
      await user.click(await screen.findByRole("button", { name: "Try Again" }));
    }
  }
  expect(await findFormValue(STORED_PATH)).toBeTruthy();
  expectLogged("Failed to upload image");
});

test("enforces the size limit of an upload kind", async () => {
  const alerts: unknown[] = [];
  vi.stubGlobal("alert", (text: unknown) => alerts.push(text));
  const { user, puts } = renderUpload({ ...siteImage, maxBytes: 5_242_880 });
  const file = new File([new Uint8Array(5_242_881)], "box.gif", { type: "image/gif" });
  await user.upload(screen.getByLabelText(/^The file/), file);
  expect(alerts).toEqual(["File size exceeds 5MB limit"]);
  expect(puts).toEqual([]);
});

test("ABLOG-07: shows a picture generated by AI, replaces a failed upload with it, and accepts a new upload", async () => {
  vi.stubGlobal("alert", () => undefined);
  const { user, puts, findFormValue } = renderUpload(siteImage);
  await user.upload(
    screen.getByLabelText(/^The file/),
    new File(["x"], "box.gif", { type: "image/gif" }),
  );
  await waitFor(() => expect(puts).toHaveLength(1));
  act(() => puts[0]?.respond(500));
  await screen.findByRole("button", { name: "Try Again" });
  await user.click(screen.getByRole("button", { name: "From elsewhere" }));
  expect(await findFormValue("/images/site/2")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  expect(document.querySelector("img")?.getAttribute("src")).toBe("/images/site/2");
  await user.click(screen.getByRole("button", { name: "None" }));
  await user.upload(
    screen.getByLabelText(/^The file/),
    new File(["x"], "box.gif", { type: "image/gif" }),
  );
  await waitFor(() => expect(puts).toHaveLength(2));
  act(() => puts[1]?.respond(200));
  expect(await findFormValue(STORED_PATH)).toBeTruthy();
  expect(document.querySelector("img")?.getAttribute("src")).toBe("blob:preview");
  expectLogged("Failed to upload image");
});

test("removes a stored picture", async () => {
  const { user, findFormValue } = renderUpload(siteImage, STORED_PATH);
  expect(screen.getByLabelText(/^Alt text/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove picture" }));
  expect(await findFormValue(null)).toBeTruthy();
  expect(screen.queryByLabelText(/^Alt text/)).toBeNull();
  expect(screen.getByLabelText(/^The file/)).toBeTruthy();
});
