import { RATING_DEFAULT } from "#contracts/limits.ts";

export interface Story {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  readonly rating: number;
  /** The trap for robots; people do not see it. */
  readonly website: string;
}

export const EMPTY_STORY: Story = {
  name: "",
  title: "",
  content: "",
  rating: RATING_DEFAULT,
  website: "",
};

export type StoryErrors = Partial<Record<"name" | "title" | "content" | "image", string>>;

export const trimmed = (story: Story): Story => ({
  ...story,
  name: story.name.trim(),
  title: story.title.trim(),
  content: story.content.trim(),
});

/** What is missing, by field. Spaces are nothing. */
export const missingIn = (story: Story): StoryErrors => ({
  ...(!story.name.trim() && { name: "Enter your name." }),
  ...(!story.title.trim() && { title: "Tell us who you are, such as Military spouse." }),
  ...(!story.content.trim() && { content: "Write your story." }),
});
