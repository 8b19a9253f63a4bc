import type { Caller } from "../_shared/caller.ts";
import { type TextRequest, createAiClient } from "../_shared/clients/ai.ts";
import { aiEndpoints } from "../_shared/contracts/ai.ts";
import { AppError } from "../_shared/errors.ts";
import { cleanStoredHtml } from "../_shared/html/clean-stored-html.ts";
import { requireFound, implement } from "../_shared/http/handlers.ts";
import type { Services } from "../_shared/http/services.ts";
import { storeSitePicture } from "../_shared/http/site-pictures.ts";
import { cleanImage } from "../_shared/images/clean-image.ts";
import {
  plainLine,
  stripMarkdown,
  postMarkdown,
  withoutControls,
  withoutFence,
} from "./clean-answer.ts";
import {
  blogImagePrompt,
  blogPostPrompt,
  blogTitlePrompt,
  legalContentPrompt,
  missionDescriptionPrompt,
} from "./prompts.ts";
import { type OrganizationFacts, readOrganizationFacts } from "./queries.ts";

/** Maximum length of a mission item, title, post and legal document. */
const MAX = { description: 2000, title: 200, post: 20_000, legal: 100_000 };

export default implement(aiEndpoints, {
  generateMissionDescription: async ({ services, caller, body: { title } }) => {
    const answer = await write(services, caller, (by) => missionDescriptionPrompt(by, title));
    return { description: requireText(stripMarkdown(answer, MAX.description)) };
  },
  generateBlogTitle: async ({ services, caller, body: { keyword } }) => {
    const answer = await write(services, caller, (by) => blogTitlePrompt(by, keyword));
    return { title: requireText(plainLine(answer, MAX.title)) };
  },
  generateBlogPost: async ({ services, caller, body: { title } }) => {
    const answer = await write(services, caller, (by) => blogPostPrompt(by, title));
    return { content: requireText(postMarkdown(answer, MAX.post)) };
  },
  generateBlogImage: async ({ services, body: { title } }) => {
    const bytes = await createAiClient(services.environment).draw(blogImagePrompt(title));
    return { imageUrl: await storePicture(services, bytes) };
  },
  generateLegalContent: async ({ services, caller, body: { documentType, prompt } }) => {
    const answer = await write(services, caller, (by) =>
      legalContentPrompt(by, documentType, prompt),
    );
    const html = withoutControls(withoutFence(answer.slice(0, MAX.legal)));
    // Removed again, because cleaning decodes character references.
    const content = withoutControls(cleanStoredHtml(html, "text"));
    requireText(stripMarkdown(content, MAX.legal));
    return { content };
  },
});

async function write(
  { database, environment }: Services,
  caller: Caller,
  writingBy: (organization: OrganizationFacts) => TextRequest,
): Promise<string> {
  const organization = await database.as(caller, readOrganizationFacts);
  return createAiClient(environment).write(writingBy(organization));
}

/** Throws if the text is empty, even if only after cleaning. */
function requireText(text: string): string {
  if (text === "") throw new AppError("ai_no_answer");
  return text;
}

/** Stores a generated picture, cleaned like an upload. The sweep may remove it until a post uses it. */
async function storePicture(services: Services, bytes: Uint8Array<ArrayBuffer>) {
  const picture = await cleanImage(bytes);
  if (picture === undefined) throw new AppError("ai_no_answer");
  return requireFound(await storeSitePicture(services, picture));
}
