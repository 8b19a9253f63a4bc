import { screen, waitFor } from "@testing-library/react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { GeneratorName } from "#data/ai/mutations.ts";
import { fakeApi, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { keepTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { GenerateButton, type GenerateButtonProps } from "./generate-button.tsx";
import { RecordForm } from "./record-form.tsx";

type Answer = FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>);

const KEYS = {
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

const answers: Readonly<Record<GeneratorName, object>> = {
  missionDescription: { description: "From AI" },
  blogTitle: { title: "From AI" },
  blogPost: { content: "From AI" },
  blogImage: { imageUrl: "From AI" },
  legalContent: { content: "From AI" },
};

beforeEach(() => keepTokens("admin"));

const refusal = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  body: { code, message, requestId: "1" },
});
const lost = (): never => {
  throw new TypeError("Failed to fetch");
};

interface TestValues {
  readonly title: string;
  readonly text: string;
  readonly imageAlt: string;
}

/** Renders a form with a title, a text, and the button that replaces the text. */
const open = (
  what: GeneratorName,
  answer: Answer,
  props: Partial<GenerateButtonProps<TestValues>> = {},
) => {
  const api = fakeApi({ [KEYS[what]]: answer });
  const FormValues = () => <output data-testid="held">{JSON.stringify(useWatch())}</output>;
  const Form = () => {
    const form = useForm({ defaultValues: { title: "Harvest", text: "By hand", imageAlt: "Old" } });
    return (
      <FormProvider {...form}>
        <input aria-label="Title" {...form.register("title")} />
        <input aria-label="Text" {...form.register("text")} />
        <GenerateButton<TestValues> generator={what} name="text" subjectField="title" {...props} />
        <FormValues />
      </FormProvider>
    );
  };
  const view = renderInApp(<Form />);
  return {
    ...view,
    calls: () => api.callsOf(KEYS[what]),
    press: (name = LABELS[what]) => view.user.click(screen.getByRole("button", { name })),
    text: () => screen.getByLabelText<HTMLInputElement>("Text").value,
    held: () => JSON.parse(screen.getByTestId("held").textContent) as object,
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
  ] as const)("%s: fills the field with the %s", async (_, what, done) => {
    const { press, text, calls } = open(what, { body: answers[what] });
    await press();
    await expectToast(done);
    expect(text()).toBe("From AI");
    expect(calls()[0]?.body).toEqual({ [what === "blogTitle" ? "keyword" : "title"]: "Harvest" });
    expect(calls()[0]?.headers.get("authorization")).toBe("Bearer admin");
  });

  test.each(["Privacy Policy", "Terms of Service"])(
    "AI-05, LEGAL-20: fills the field with the %s",
    async (about) => {
      const { press, text, calls } = open(
        "legalContent",
        { body: answers.legalContent },
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

  test("ABLOG-05: Undo restores the previous text, Redo the generated one with later edits", async () => {
    const { press, text, user } = open("blogPost", { body: answers.blogPost });
    await press();
    await user.type(await screen.findByDisplayValue("From AI"), ", edited");
    await press("Undo generated content");
    expect(text()).toBe("By hand");
    await press("Redo generated content");
    expect(text()).toBe("From AI, edited");
    await press("Undo generated content");
    expect(text()).toBe("By hand");
  });

  test("ABLOG-07: a new picture clears the alt text, and Undo restores both", async () => {
    const { press, held } = open(
      "blogImage",
      { body: answers.blogImage },
      { clearedFields: ["imageAlt"] },
    );
    await press();
    await waitFor(() => expect(held()).toMatchObject({ text: "From AI", imageAlt: null }));
    await press("Undo generated image");
    expect(held()).toMatchObject({ text: "By hand", imageAlt: "Old" });
  });
});

test("treats an empty result as a failure and keeps the text", async () => {
  const { press, text } = open("blogTitle", { body: { title: "" } });
  await press();
  await expectToast("Generation Failed", "No title was generated. Please try again.");
  expect(screen.queryByText("Blog title generated successfully!")).toBeNull();
  expect(text()).toBe("By hand");
  expectLogged("Generate Title with AI failed");
});

test("canceling ignores the late response and allows another attempt", async () => {
  const first = Promise.withResolvers<FakeAnswer>();
  const answer: (FakeAnswer | Promise<FakeAnswer>)[] = [first.promise, { body: answers.blogPost }];
  const { press, text, calls } = open("blogPost", () => answer.shift()!);
  await press();
  await press("Cancel generating the content");
  expect(screen.queryByText("This may take up to 20 seconds.")).toBeNull();
  first.resolve({ body: { content: "Too late" } });
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
  ] as const)("%s: %s doesn't send a request", async (_, what, title, description) => {
    const { press, user, calls, text } = open(what, { body: answers[what] });
    await user.clear(screen.getByLabelText("Title"));
    await user.type(screen.getByLabelText("Title"), "   ");
    await press();
    await expectToast(title, description);
    expect(calls()).toEqual([]);
    expect(text()).toBe("By hand");
  });
});

const QUOTA = refusal(503, "ai_quota_exceeded", "The AI service's quota is used up.");
const OFF = refusal(503, "ai_not_configured", "No AI service is set up here.");
const NOTHING = refusal(502, "ai_no_answer", "The AI service didn't send anything we can use.");
const FAILED = "Generation Failed";

describe("a failure", () => {
  test.each<readonly [string, GeneratorName, Answer, string, string]>([
    [
      "AI-09, AI-10",
      "missionDescription",
      QUOTA,
      FAILED,
      "AI service quota exceeded. Please enter description manually.",
    ],
    [
      "AI-09, AI-10",
      "blogPost",
      QUOTA,
      FAILED,
      "AI service quota exceeded. Please enter description manually.",
    ],
    ["AI-09", "blogPost", OFF, FAILED, "No AI service is set up here."],
    ["AI-09", "missionDescription", OFF, FAILED, "No AI service is set up here."],
    ["AI-11", "blogTitle", { status: 502, body: "<html>Bad gateway</html>" }, "Server Error", ""],
    ["AI-12", "blogTitle", NOTHING, FAILED, "No title was generated. Please try again."],
    [
      "AI-13",
      "blogTitle",
      lost,
      "Network Error",
      "Failed to connect to AI service. Please check your connection and try again.",
    ],
    ["AI-14", "blogImage", OFF, "Error", "Failed to generate image"],
    ["AI-14", "blogImage", lost, "Error", "Failed to generate image"],
    [
      "LEGAL-18",
      "legalContent",
      QUOTA,
      FAILED,
      "Unable to generate content with AI. Please try again or write manually.",
    ],
  ])("%s: %s shows its message and keeps the text", async (_, what, answer, title, description) => {
    const { press, text } = open(what, answer);
    await press();
    await expectToast(title, description);
    expect(text()).toBe("By hand");
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
    expectLogged(`${LABELS[what]} failed`);
  });

  test("AI-14: shows the server's reason below the button when the documented message has none", async () => {
    const { press } = open("blogImage", OFF);
    await press();
    await expectToast("Failed to generate image");
    expect(screen.getByText("No AI service is set up here.")).toBeTruthy();
    expectLogged("Generate Image with AI failed");
  });
});

test("LEGAL-12: blocks saving and closing until the response arrives", async () => {
  let answer: (answer: FakeAnswer) => void = () => undefined;
  fakeApi({ [KEYS.legalContent]: () => new Promise<FakeAnswer>((resolve) => (answer = resolve)) });
  const busy: boolean[] = [];
  const saved: unknown[] = [];
  const { user } = renderInApp(
    <RecordForm
      label="Save"
      schema={z.object({ text: z.string() })}
      values={{ text: "By hand" }}
      draft={{ owner: "a", form: "legal" }}
      failure={{ title: "Error", fallback: "Failed" }}
      onSave={(values) => Promise.resolve(saved.push(values))}
      onCancel={() => undefined}
    >
      <GenerateButton<{ text: string }>
        generator="legalContent"
        name="text"
        about="Privacy Policy"
        onBusy={(isBusy) => void busy.push(isBusy)}
      />
    </RecordForm>,
  );
  await user.click(screen.getByRole("button", { name: "Generate with AI" }));
  expect(screen.getByRole("button", { name: "Generate with AI" })).toHaveProperty("disabled", true);
  expect(screen.getByText("This may take up to 20 seconds.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await expectToast("The AI is still working");
  expect(saved).toEqual([]);
  expect(busy.at(-1)).toBe(true);
  answer({ body: answers.legalContent });
  await screen.findByRole("button", { name: "Undo generated text" });
  expect(busy.at(-1)).toBe(false);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saved).toEqual([{ text: "From AI" }]));
});
