import type { LEGAL_DOCUMENT_TYPES } from "#contracts/choices.ts";
import { api } from "#lib/api/api-client.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { customMutation } from "../mutation.ts";

type DocumentType = (typeof LEGAL_DOCUMENT_TYPES)[number];

/** Returns the prompt for a legal document (AI-05). */
const buildPrompt = (documentType: DocumentType) =>
  `Write a professional ${documentType} for a nonprofit organization that supports military families and veterans.`;

type Generator = (subject: string, signal: AbortSignal) => Promise<string>;

/** The generators. Each takes a subject and returns the generated text or the picture's URL. */
const generators = {
  missionDescription: async (title, signal) =>
    (await api("POST /api/generate-mission-description", { as: "admin", signal, body: { title } }))
      .description,
  blogTitle: async (keyword, signal) =>
    (await api("POST /api/generate-blog-title", { as: "admin", signal, body: { keyword } })).title,
  blogPost: async (title, signal) =>
    (await api("POST /api/generate-blog-post", { as: "admin", signal, body: { title } })).content,
  blogImage: async (title, signal) =>
    (await api("POST /api/generate-blog-image", { as: "admin", signal, body: { title } })).imageUrl,
  legalContent: async (subject, signal) => {
    const documentType = subject as DocumentType;
    const body = { documentType, prompt: buildPrompt(documentType) };
    return (await api("POST /api/generate-legal-content", { as: "admin", signal, body })).content;
  },
} as const satisfies Readonly<Record<string, Generator>>;

export type GeneratorName = keyof typeof generators;

/** Treats an empty result as a server error. */
const EMPTY_RESULT_BODY = JSON.stringify({ code: "ai_no_answer" });

export const useGenerate = customMutation(
  [
    "POST /api/generate-mission-description",
    "POST /api/generate-blog-title",
    "POST /api/generate-blog-post",
    "POST /api/generate-blog-image",
    "POST /api/generate-legal-content",
  ],
  {
    send: async (
      { subject, signal }: { readonly subject: string; readonly signal: AbortSignal },
      _queryClient,
      generator: GeneratorName,
    ) => {
      const result = await generators[generator](subject, signal);
      if (result.trim() === "") throw new ApiError(502, EMPTY_RESULT_BODY, "");
      return result;
    },
    invalidates: [],
  },
);
