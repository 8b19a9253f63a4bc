import { useMutation } from "@tanstack/react-query";
import type { LEGAL_DOCUMENT_TYPES } from "#contracts/choices.ts";
import { api } from "../../lib/api-client.ts";

type DocumentType = (typeof LEGAL_DOCUMENT_TYPES)[number];

const as = "admin";

/** What is asked for a legal text, as the documents have it (AI-05). */
const promptFor = (documentType: DocumentType) =>
  `Write a professional ${documentType} for a nonprofit organization that supports military families and veterans.`;

/** The five generators: each takes what its text or picture is about, and answers it. */
const generators = {
  missionDescription: async (title: string) =>
    (await api("POST /api/generate-mission-description", { as, body: { title } })).description,
  blogTitle: async (keyword: string) =>
    (await api("POST /api/generate-blog-title", { as, body: { keyword } })).title,
  blogPost: async (title: string) =>
    (await api("POST /api/generate-blog-post", { as, body: { title } })).content,
  blogImage: async (title: string) =>
    (await api("POST /api/generate-blog-image", { as, body: { title } })).imageUrl,
  legalContent: async (about: string) => {
    const documentType = about as DocumentType;
    const body = { documentType, prompt: promptFor(documentType) };
    return (await api("POST /api/generate-legal-content", { as, body })).content;
  },
} as const;

export type Generated = keyof typeof generators;

export const useGenerate = (what: Generated) => useMutation({ mutationFn: generators[what] });
