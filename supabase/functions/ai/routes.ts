import { type TextRequest, createAiClient } from "../_shared/clients/ai.ts";
import { aiEndpoints } from "../_shared/contracts/ai.ts";
import { AppError } from "../_shared/errors.ts";
import { cleanStoredHtml } from "../_shared/html/clean-stored-html.ts";
import { type Call, requireFound, implement } from "../_shared/http/handlers.ts";
import type { Services } from "../_shared/http/services.ts";
import { storeSitePicture } from "../_shared/http/site-pictures.ts";
import { cleanImage } from "../_shared/images/clean-image.ts";
import {
  toPlainLine,
  stripMarkdown,
  cleanPostMarkdown,
  cleanLines,
  stripFence,
} from "./clean-answer.ts";
import {
  createBlogImagePrompt,
  createBlogPostPrompt,
  createBlogTitlePrompt,
  createLegalContentPrompt,
  createMissionDescriptionPrompt,
} from "./prompts.ts";
import { type OrganizationFacts, readOrganizationFacts } from "./queries.ts";

/** The maximum lengths of a mission item's description, a title, a post and a legal document. */
const MAX_LENGTHS = { description: 2000, title: 200, post: 20_000, legal: 100_000 };

export default implement(aiEndpoints, {
  generateMissionDescription: async (call) => {
    const answer = await write(call, (organization) =>
      createMissionDescriptionPrompt(organization, call.body.title),
    );
    return { description: requireText(stripMarkdown(answer, MAX_LENGTHS.description)) };
  },
  generateBlogTitle: async (call) => {
    const answer = await write(call, (organization) =>
      createBlogTitlePrompt(organization, call.body.keyword),
    );
    return { title: requireText(toPlainLine(answer, MAX_LENGTHS.title)) };
  },
  generateBlogPost: async (call) => {
    const answer = await write(call, (organization) =>
      createBlogPostPrompt(organization, call.body.title),
    );
    return { content: requireText(cleanPostMarkdown(answer, MAX_LENGTHS.post)) };
  },
  generateBlogImage: async ({ services, body: { title } }) => {
    const bytes = await createAiClient(services.environment).generateImage(
      createBlogImagePrompt(title),
    );
    return { imageUrl: await storePicture(services, bytes) };
  },
  generateLegalContent: async (call) => {
    const { documentType, prompt } = call.body;
    const answer = await write(call, (organization) =>
      createLegalContentPrompt(organization, documentType, prompt),
    );
    const html = cleanLines(stripFence(answer.slice(0, MAX_LENGTHS.legal)));
    // Control characters are stripped a second time, because cleaning decodes character references.
    const content = cleanLines(cleanStoredHtml(html, "text"));
    requireText(content.replaceAll(/<[^<>]*>/g, "").trim());
    return { content };
  },
});

async function write(
  { asCaller, services: { environment } }: Pick<Call<object>, "asCaller" | "services">,
  createRequest: (organization: OrganizationFacts) => TextRequest,
): Promise<string> {
  const organization = await asCaller(readOrganizationFacts);
  return createAiClient(environment).generateText(createRequest(organization));
}

/** Throws if the AI returned no text, or if cleaning left none. */
function requireText(text: string): string {
  if (text === "") throw new AppError("ai_no_answer");
  return text;
}

/** Stores a generated picture, cleaned like an upload. The sweep removes it later if no post uses it. */
async function storePicture(services: Services, bytes: Uint8Array<ArrayBuffer>) {
  const picture = await cleanImage(bytes);
  if (picture === undefined) throw new AppError("ai_no_answer");
  return requireFound(await storeSitePicture(services, picture));
}
