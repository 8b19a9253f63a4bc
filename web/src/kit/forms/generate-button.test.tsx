import { screen, waitFor } from "@testing-library/react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { GeneratorName } from "#data/ai/mutations.ts";
import { fakeApi, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { AiNotice, AiNoticeProvider } from "./ai-notice.tsx";
import { GenerateButton, type GenerateButtonProps } from "./generate-button.tsx";
import { RecordForm } from "./record-form.tsx";

type ResponseSource = FakeResponse | ((call: FakeCall) => FakeResponse | Promise<FakeResponse>);

const ENDPOINTS = {
  missionDescription: "POST /api/generate-mission-description",
  blogTitle: "POST /api/generate-blog-title",
  blogPost: "POST /api/generate-blog-post",
  blogImage: "POST /api/generate-blog-image",
  legalContent: "POST /api/generate-legal-content",
} as const;

const LABELS: Readonly<Record<GeneratorName, string>> = {
  missionDescription: "Generate description",
  blogTitle: "Generate Title with AI",
  blogPost: "Generate Full Blog Post",
  blogImage: "Generate Image with AI",
  legalContent: "Generate with AI",
};

const RESULTS: Readonly<Record<GeneratorName, object>> = {
  missionDescription: { description: "From AI" },
  blogTitle: { title: "From AI" },
  blogPost: { content: "From AI" },
  blogImage: { imageUrl: "From AI" },
  legalContent: { content: "From AI" },
};

beforeEach(() => storeTokens("admin"));

const errorResponse = (status: number, code: string, message: string): FakeResponse => ({
  status,
  body: { code, message, requestId: "1" },
});
const failToFetch = (): never => {
  throw new TypeError("Failed to fetch");
};

interface TestValues {
  readonly title: string;
  readonly text: string;
  readonly imageAlt: string;
}

const aiStatus = (state: "configured" | "unused") => ({
  "GET /api/system-status/ai": { body: { state } },
});

/** Renders a form with a title, a text, and the button that replaces the text. */
const renderButton = (
  generator: GeneratorName,
  response: ResponseSource,
  props: Partial<GenerateButtonProps<TestValues>> = {},
  aiState: "configured" | "unused" = "configured",
) => {
  const api = fakeApi({ [ENDPOINTS[generator]]: response, ...aiStatus(aiState) });
  const FormValues = () => <output data-testid="form-values">{JSON.stringify(useWatch())}</output>;
  const Form = () => {
    const form = useForm({ defaultValues: { title: "Harvest", text: "By hand", imageAlt: "Old" } });
    return (
      <FormProvider {...form}>
        <input aria-label="Title" {...form.register("title")} />
        <input aria-label="Text" {...form.register("text")} />
        <AiNoticeProvider>
          <GenerateButton<TestValues>
            generator={generator}
            name="text"
            subjectField="title"
            {...props}
          />
          <AiNotice />
        </AiNoticeProvider>
        <FormValues />
      </FormProvider>
    );
  };
  const view = renderInApp(<Form />);
  return {
    ...view,
    calls: () => api.callsOf(ENDPOINTS[generator]),
    press: (name = LABELS[generator]) => view.user.click(screen.getByRole("button", { name })),
    text: () => screen.getByLabelText<HTMLInputElement>("Text").value,
    formValues: () => JSON.parse(screen.getByTestId("form-values").textContent) as object,
  };
};

/** Asserts the toast's title and description. */
const expectToast = async (title: string, description?: string) => {
  expect(await screen.findByText(title)).toBeTruthy();
  if (description) expect(screen.getByText(description)).toBeTruthy();
};

describe("a generated result", () => {
  test.each([
    ["ABOUT-02, AI-01", "missionDescription", "Description generated successfully!"],
    ["ABLOG-03, AI-02", "blogTitle", "Blog title generated successfully!"],
    ["ABLOG-05, AI-03, AI-15", "blogPost", "Blog content generated successfully!"],
    ["ABLOG-07, AI-04, AI-16", "blogImage", "Blog image generated successfully!"],
  ] as const)("%s: fills the field with the %s", async (_, generator, title) => {
    const { press, text, calls } = renderButton(generator, { body: RESULTS[generator] });
    await press();
    await expectToast(title);
    expect(text()).toBe("From AI");
    expect(calls()[0]?.body).toEqual({
      [generator === "blogTitle" ? "keyword" : "title"]: "Harvest",
    });
    expect(calls()[0]?.headers.get("authorization")).toBe("Bearer admin");
  });

  test.each(["Privacy Policy", "Terms of Service"])(
    "AI-05, LEGAL-20: fills the field with the %s",
    async (about) => {
      const { press, text, calls } = renderButton(
        "legalContent",
        { body: RESULTS.legalContent },
        { subjectField: undefined, about },
      );
      await press();
      await expectToast(
        `${about} content generated! You can now review and edit it before saving.`,
      );
      expect(text()).toBe("From AI");
      expect(calls()[0]?.body).toEqual({
        documentType: about,
        prompt: `Write a professional ${about} for a nonprofit organization that supports military families and veterans.`,
      });
    },
  );

  test("ABLOG-05: can be undone, and redone with later edits", async () => {
    const { press, text, user } = renderButton("blogPost", { body: RESULTS.blogPost });
    await press();
    await user.type(await screen.findByDisplayValue("From AI"), ", edited");
    await press("Undo generated content");
    expect(text()).toBe("By hand");
    await press("Redo generated content");
    expect(text()).toBe("From AI, edited");
    await press("Undo generated content");
    expect(text()).toBe("By hand");
  });

  test("ABLOG-07: clears the alt text if it is a picture, and Undo restores both", async () => {
    const { press, formValues } = renderButton(
      "blogImage",
      { body: RESULTS.blogImage },
      { clearedFields: ["imageAlt"] },
    );
    await press();
    await waitFor(() => expect(formValues()).toMatchObject({ text: "From AI", imageAlt: null }));
    await press("Undo generated image");
    expect(formValues()).toMatchObject({ text: "By hand", imageAlt: "Old" });
  });
});

test.each([
  ["ABOUT-02", "missionDescription", "Generation Failed", undefined],
  ["ABLOG-03", "blogTitle", "Generation Failed", undefined],
  ["ABLOG-05", "blogPost", "Generation Failed", undefined],
  ["ABLOG-07, AI-14", "blogImage", "Error", "Failed to generate image"],
] as const)(
  "%s: if no AI service is set up, the button for the %s refers to the reason, and fails with the documented title %s",
  async (_, generator, title, description) => {
    const { press, calls } = renderButton(generator, { status: 503 }, {}, "unused");
    const reason = await screen.findByText("AI writing is not set up.");
    const button = screen.getByRole("button", { name: LABELS[generator] });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.getAttribute("aria-describedby")).toBe(reason.id);
    await press();
    await expectToast(title, description);
    expect(calls()).toEqual([]);
  },
);

test("treats an empty result as a failure and keeps the text", async () => {
  const { press, text } = renderButton("blogTitle", { body: { title: "" } });
  await press();
  await expectToast("Generation Failed", "No title was generated. Please try again.");
  expect(screen.queryByText("Blog title generated successfully!")).toBeNull();
  expect(text()).toBe("By hand");
  expectLogged("Generate Title with AI failed");
});

test("canceling ignores the late response and allows another attempt", async () => {
  const firstResponse = Promise.withResolvers<FakeResponse>();
  const responses: (FakeResponse | Promise<FakeResponse>)[] = [
    firstResponse.promise,
    { body: RESULTS.blogPost },
  ];
  const { press, text, calls } = renderButton("blogPost", () => responses.shift()!);
  await press();
  await press("Stop generating the content");
  expect(screen.queryByText("This may take up to 20 seconds.")).toBeNull();
  firstResponse.resolve({ body: { content: "Too late" } });
  await press();
  await expectToast("Blog content generated successfully!");
  expect(calls()).toHaveLength(2);
  expect(text()).toBe("From AI");
  await press("Undo generated content");
  expect(text()).toBe("By hand");
});

describe("a missing subject", () => {
  test.each([
    [
      "ABOUT-06",
      "missionDescription",
      "Missing Title",
      "Please enter a title first to generate a description.",
    ],
    ["AI-06", "blogTitle", "Missing Keyword", "Please enter a keyword first to generate a title."],
    ["AI-07", "blogPost", "Missing Title", "Please enter a title first to generate a blog post."],
    ["AI-08", "blogImage", "Missing Title", "Please enter a title for image generation."],
  ] as const)("%s: prevents a request for the %s", async (_, generator, title, description) => {
    const { press, user, calls, text } = renderButton(generator, { body: RESULTS[generator] });
    await user.clear(screen.getByLabelText("Title"));
    await user.type(screen.getByLabelText("Title"), "   ");
    await press();
    await expectToast(title, description);
    expect(calls()).toEqual([]);
    expect(text()).toBe("By hand");
  });
});

const QUOTA_RESPONSE = errorResponse(
  503,
  "ai_quota_exceeded",
  "The AI service's quota is used up.",
);
const NOT_CONFIGURED_RESPONSE = errorResponse(
  503,
  "ai_not_configured",
  "No AI service is set up here.",
);
const NO_RESULT_RESPONSE = errorResponse(
  502,
  "ai_no_answer",
  "The AI service didn't send anything we can use.",
);
const FAILURE_TITLE = "Generation Failed";

describe("a failed generation", () => {
  test.each<readonly [string, GeneratorName, string, ResponseSource, string, string]>([
    [
      "AI-09, AI-10",
      "missionDescription",
      "the AI service's quota is used up",
      QUOTA_RESPONSE,
      FAILURE_TITLE,
      "AI service quota exceeded. Please enter description manually.",
    ],
    [
      "AI-09, AI-10",
      "blogPost",
      "the AI service's quota is used up",
      QUOTA_RESPONSE,
      FAILURE_TITLE,
      "AI service quota exceeded. Please enter description manually.",
    ],
    [
      "AI-09",
      "blogPost",
      "no AI service is set up",
      NOT_CONFIGURED_RESPONSE,
      FAILURE_TITLE,
      "No AI service is set up here.",
    ],
    [
      "AI-09",
      "missionDescription",
      "no AI service is set up",
      NOT_CONFIGURED_RESPONSE,
      FAILURE_TITLE,
      "No AI service is set up here.",
    ],
    [
      "AI-11",
      "blogTitle",
      "the response isn't JSON",
      { status: 502, body: "<html>Bad gateway</html>" },
      "Server Error",
      "",
    ],
    [
      "AI-12",
      "blogTitle",
      "the AI service sends nothing usable",
      NO_RESULT_RESPONSE,
      FAILURE_TITLE,
      "No title was generated. Please try again.",
    ],
    [
      "AI-13",
      "blogTitle",
      "the server can't be reached",
      failToFetch,
      "Network Error",
      "Failed to connect to AI service. Please check your connection and try again.",
    ],
    [
      "AI-14",
      "blogImage",
      "no AI service is set up",
      NOT_CONFIGURED_RESPONSE,
      "Error",
      "Failed to generate image",
    ],
    [
      "AI-14",
      "blogImage",
      "the server can't be reached",
      failToFetch,
      "Error",
      "Failed to generate image",
    ],
    [
      "LEGAL-18",
      "legalContent",
      "the AI service's quota is used up",
      QUOTA_RESPONSE,
      FAILURE_TITLE,
      "Unable to generate content with AI. Please try again or write manually.",
    ],
  ])(
    "%s: shows the message for the %s if %s, and keeps the text",
    async (_id, generator, _failure, response, title, description) => {
      const { press, text } = renderButton(generator, response);
      await press();
      await expectToast(title, description);
      expect(text()).toBe("By hand");
      expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
      expectLogged(`${LABELS[generator]} failed`);
    },
  );

  test("AI-14: shows the server's reason below the button when the documented message has none", async () => {
    const { press } = renderButton("blogImage", NOT_CONFIGURED_RESPONSE);
    await press();
    await expectToast("Failed to generate image");
    expect(screen.getByText("No AI service is set up here.")).toBeTruthy();
    expectLogged("Generate Image with AI failed");
  });
});

test("LEGAL-12: blocks saving and closing until the response arrives", async () => {
  let sendResponse: (response: FakeResponse) => void = () => undefined;
  fakeApi({
    ...aiStatus("configured"),
    [ENDPOINTS.legalContent]: () =>
      new Promise<FakeResponse>((resolve) => (sendResponse = resolve)),
  });
  const busyStates: boolean[] = [];
  const savedValues: unknown[] = [];
  const { user } = renderInApp(
    <RecordForm
      label="Save"
      schema={z.object({ text: z.string() })}
      values={{ text: "By hand" }}
      draft={{ owner: "a", form: "legal" }}
      failure={{ title: "Error", fallback: "Failed" }}
      onSave={(values) => Promise.resolve(savedValues.push(values))}
      onCancel={() => undefined}
    >
      <GenerateButton<{ text: string }>
        generator="legalContent"
        name="text"
        about="Privacy Policy"
        onBusyChange={(isBusy) => void busyStates.push(isBusy)}
      />
    </RecordForm>,
  );
  await user.click(screen.getByRole("button", { name: "Generate with AI" }));
  expect(screen.getByRole("button", { name: "Generate with AI" })).toHaveProperty("disabled", true);
  expect(screen.getByText("This may take up to 20 seconds.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await expectToast("The AI is still working");
  expect(savedValues).toEqual([]);
  expect(busyStates.at(-1)).toBe(true);
  sendResponse({ body: RESULTS.legalContent });
  await screen.findByRole("button", { name: "Undo generated text" });
  expect(busyStates.at(-1)).toBe(false);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(savedValues).toEqual([{ text: "From AI" }]));
});
