import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { line, text } from "./fields.ts";
import { LEGAL_DOCUMENT_TYPES } from "./choices.ts";

const sharedDefinition = {
  method: "POST",
  rateLimit: {
    max: 20,
    windowSeconds: 3600,
    per: "account",
    counter: "ai",
    countsSuccesses: true,
    userMessage:
      "You've used AI 20 times in the past hour, which is the limit. Please try again later or do this manually.",
  },
} as const;
const titleBody = z.strictObject({ title: line(200) });

export const aiEndpoints = adminEndpoints("content", {
  generateMissionDescription: {
    ...sharedDefinition,
    path: "/api/generate-mission-description",
    summary: "Draft a mission item's description",
    body: titleBody,
    output: z.object({ description: z.string() }),
  },
  generateBlogTitle: {
    ...sharedDefinition,
    path: "/api/generate-blog-title",
    summary: "Draft a post's title",
    body: z.strictObject({ keyword: line(100) }),
    output: z.object({ title: z.string() }),
  },
  generateBlogPost: {
    ...sharedDefinition,
    path: "/api/generate-blog-post",
    summary: "Draft a post",
    body: titleBody,
    output: z.object({ content: z.string() }),
  },
  generateBlogImage: {
    ...sharedDefinition,
    path: "/api/generate-blog-image",
    summary: "Generate a post's image and store it",
    body: titleBody,
    output: z.object({ imageUrl: z.string() }),
  },
  generateLegalContent: {
    ...sharedDefinition,
    path: "/api/generate-legal-content",
    summary: "Draft a legal document",
    body: z.strictObject({ documentType: z.enum(LEGAL_DOCUMENT_TYPES), prompt: text(4000) }),
    output: z.object({ content: z.string() }),
  },
});
