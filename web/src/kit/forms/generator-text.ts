import type { GeneratorName } from "#data/ai/mutations.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import type { ToastText } from "#ui/messages/toast.ts";

export interface GeneratorText {
  /** Label of the button. */
  readonly label: string;
  /** The kind of text to generate, such as "title". */
  readonly noun: string;
  /** Shown if the subject is empty. */
  readonly missingSubjectText: ToastText;
  readonly successTitle: (subject: string) => string;
  readonly failureText: (error: unknown) => ToastText;
}

const FAILURE_TITLE = "Generation Failed";

/** True if the response came from a proxy instead of our server, or was cut off. */
const isInvalidResponse = (error: unknown) => error instanceof ApiError && error.body === null;

const NO_ANSWER_CODE = "ai_no_answer";

/** Returns the toast for text that couldn't be generated. */
const failureTextFor =
  (noun: string) =>
  (error: unknown): ToastText => {
    if (isInvalidResponse(error)) {
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
    const serverText = getServerMessage(error);
    if (serverText !== undefined && /quota/i.test(serverText)) {
      return {
        title: FAILURE_TITLE,
        description: "AI service quota exceeded. Please enter description manually.",
      };
    }
    const isEmptyResult = error.body?.code === NO_ANSWER_CODE;
    const emptyResultText = `No ${noun} was generated. Please try again.`;
    return {
      title: FAILURE_TITLE,
      description: (isEmptyResult ? undefined : serverText) ?? emptyResultText,
    };
  };

/** The texts that the requirements specify (AI-06 to AI-16). */
export const GENERATOR_TEXTS: Readonly<Record<GeneratorName, GeneratorText>> = {
  missionDescription: {
    label: "Generate description",
    noun: "description",
    missingSubjectText: {
      title: "Missing Title",
      description: "Please enter a title first to generate a description.",
    },
    successTitle: () => "Description generated successfully!",
    failureText: failureTextFor("description"),
  },
  blogTitle: {
    label: "Generate Title with AI",
    noun: "title",
    missingSubjectText: {
      title: "Missing Keyword",
      description: "Please enter a keyword first to generate a title.",
    },
    successTitle: () => "Blog title generated successfully!",
    failureText: failureTextFor("title"),
  },
  blogPost: {
    label: "Generate Full Blog Post",
    noun: "content",
    missingSubjectText: {
      title: "Missing Title",
      description: "Please enter a title first to generate a blog post.",
    },
    successTitle: () => "Blog content generated successfully!",
    failureText: failureTextFor("content"),
  },
  blogImage: {
    label: "Generate Image with AI",
    noun: "image",
    missingSubjectText: {
      title: "Missing Title",
      description: "Please enter a title for image generation.",
    },
    successTitle: () => "Blog image generated successfully!",
    failureText: () => ({ title: "Error", description: "Failed to generate image" }),
  },
  legalContent: {
    label: "Generate with AI",
    noun: "text",
    missingSubjectText: { title: FAILURE_TITLE, description: "Choose a document to generate." },
    successTitle: (subject) =>
      `${subject} content generated! You can now review and edit it before saving.`,
    failureText: () => ({
      title: FAILURE_TITLE,
      description: "Unable to generate content with AI. Please try again or write manually.",
    }),
  },
};
