import type { TextRequest } from "../_shared/clients/ai.ts";
import type { OrganizationFacts } from "./queries.ts";

/** Rules for descriptions, titles and posts, because people donate based on what they read. */
const WRITING_RULES =
  "Write plain, warm American English for general readers. Never invent figures, people, quotations, dates, places, " +
  "partners or events; where such a fact would help, leave a gap in square brackets that says what to fill in, such " +
  "as [number of boxes]. Never say where deployed people are.";

const createWriterInstructions = ({ organizationName }: OrganizationFacts) =>
  `You write for ${organizationName}, a US nonprofit that sends care packages to military families, veterans and ` +
  `service members. ${WRITING_RULES}`;

export const createMissionDescriptionPrompt = (
  organization: OrganizationFacts,
  title: string,
): TextRequest => ({
  instructions: `${createWriterInstructions(organization)} Describe one part of the mission, named by its title, for the page about the organization: two or three sentences, at most 60 words, plain text without headings or lists.`,
  input: `Title: ${title}`,
  maxTokens: 400,
});

export const createBlogTitlePrompt = (
  organization: OrganizationFacts,
  keyword: string,
): TextRequest => ({
  instructions: `${createWriterInstructions(organization)} Write one title for a blog post about the keyword: at most 70 characters, one line, sentence case, no quotation marks, no emoji.`,
  input: `Keyword: ${keyword}`,
  maxTokens: 200,
});

export const createBlogPostPrompt = (
  organization: OrganizationFacts,
  title: string,
): TextRequest => ({
  instructions: `${createWriterInstructions(organization)} Write the blog post for this title: 350 to 600 words of Markdown, with two to four second-level headings (##), short paragraphs, and at the end one sentence on how to help. No title, no HTML, no pictures, no links.`,
  input: `Title: ${title}`,
  maxTokens: 2500,
});

export const createLegalContentPrompt = (
  { organizationName, address, email }: OrganizationFacts,
  documentType: string,
  prompt: string,
): TextRequest => ({
  instructions:
    `You draft the ${documentType} for a website. It belongs to ${organizationName}, a US nonprofit that sends care ` +
    `packages to military families, veterans and service members and takes donations, volunteer applications and ` +
    `stories online. Address: ${address || "[address]"}. Email: ${email || "[email]"}. ` +
    "Answer with HTML that uses only h2, h3, p, ul, ol, li, strong, em and a: no title, no head, no style, no script. " +
    "Between 700 and 1,100 words. Don't promise anything unusual for this kind of site; where a fact is missing, " +
    "leave a gap in square brackets that says what to fill in.",
  input: prompt,
  maxTokens: 4000,
});

/**
 * The drawing shows no people in uniform and no places, because it must not pass for a photograph or reveal a location.
 */
export const createBlogImagePrompt = (title: string): string =>
  `An illustration for the blog of a US charity that sends care packages to military families, veterans and service ` +
  `members. Warm, calm, flat shapes with a little texture; a wide scene that shows what this title is about: ` +
  `"${title}". No text, letters, logos, flags with writing, weapons, real places or real people.`;
