import type { GeneratorName } from "#data/ai/mutations.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { serverMessage } from "#lib/api/refusals.ts";
import type { ToastText } from "#ui/messages/toast.ts";

export interface GeneratorText {
  /** Label of the button. */
  readonly label: string;
  /** Name of the result. */
  readonly noun: string;
  /** Shown when the subject is empty. */
  readonly missing: ToastText;
  readonly done: (about: string) => string;
  readonly failed: (error: unknown) => ToastText;
}

const FAILED = "Generation Failed";

/** A proxy answered instead of our server, or the response was truncated. */
const isNotJson = (error: unknown) =>
  error instanceof SyntaxError || (error instanceof ApiError && error.body === null);

const NO_ANSWER_CODE = "ai_no_answer";

/** Returns the toast for a failed text generation. */
const failedText =
  (noun: string) =>
  (error: unknown): ToastText => {
    if (isNotJson(error)) {
      return {
        title: "Server Error",
        description: "The server sent an unexpected response. Please try again.",
      };
    }
    if (!(error instanceof ApiError)) {
      return {
        title: "Network Error",
        description: "Failed to connect to AI service. Please check your connection and try again.",
      };
    }
    const serverText = serverMessage(error);
    if (serverText !== undefined && /quota/i.test(serverText)) {
      return {
        title: FAILED,
        description: "AI service quota exceeded. Please enter description manually.",
      };
    }
    const isEmptyAnswer = error.body?.code === NO_ANSWER_CODE;
    const emptyAnswer = `No ${noun} was generated. Please try again.`;
    return { title: FAILED, description: (isEmptyAnswer ? undefined : serverText) ?? emptyAnswer };
  };

/** The documented texts (AI-06 to AI-16). */
export const GENERATOR_TEXT: Readonly<Record<GeneratorName, GeneratorText>> = {
  missionDescription: {
    label: "Generate description",
    noun: "description",
    missing: {
      title: "Missing Title",
      description: "Please enter a title first to generate a description.",
    },
    done: () => "Description generated successfully!",
    failed: failedText("description"),
  },
  blogTitle: {
    label: "Generate Title with AI",
    noun: "title",
    missing: {
      title: "Missing Keyword",
      description: "Please enter a keyword first to generate a title.",
    },
    done: () => "Blog title generated successfully!",
    failed: failedText("title"),
  },
  blogPost: {
    label: "Generate Full Blog Post",
    noun: "content",
    missing: {
      title: "Missing Title",
      description: "Please enter a title first to generate a blog post.",
    },
    done: () => "Blog content generated successfully!",
    failed: failedText("content"),
  },
  blogImage: {
    label: "Generate Image with AI",
    noun: "image",
    missing: {
      title: "Missing Title",
      description: "Please enter a title for image generation.",
    },
    done: () => "Blog image generated successfully!",
    failed: () => ({ title: "Error", description: "Failed to generate image" }),
  },
  legalContent: {
    label: "Generate with AI",
    noun: "text",
    missing: { title: FAILED, description: "Choose a document to generate." },
    done: (title) => `${title} content generated! You can now review and edit it before saving.`,
    failed: () => ({
      title: FAILED,
      description: "Unable to generate content with AI. Please try again or write manually.",
    }),
  },
};
