import { useWatch } from "react-hook-form";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormFold } from "#kit/forms/form-fold.tsx";
import { BlogSearchPreview } from "./blog-search-preview.tsx";
import type { PostInput } from "./post-fields.ts";

/** The number of characters that search engines usually show. */
const DISPLAYED_LENGTHS = { searchTitle: 60, searchDescription: 160 } as const;

const FIELDS = ["searchTitle", "searchDescription", "slug"] as const;

const textLength = (value: unknown): number => (typeof value === "string" ? value.length : 0);

const lengthHint = (value: unknown, displayedLength: number): string =>
  textLength(value) > displayedLength
    ? `${textLength(value)} characters. Search engines usually show about ${displayedLength}.`
    : `Search engines usually show about ${displayedLength} characters.`;

/**
 * Edits the post's URL and what search engines and shared links show. Empty fields fall back to the post's own text.
 */
export const BlogSearchFields = ({ id }: { readonly id: string | null }) => {
  const [searchTitle, searchDescription] = useWatch<
    PostInput,
    ["searchTitle", "searchDescription"]
  >({ name: ["searchTitle", "searchDescription"] });
  return (
    <FormFold<PostInput> label="Search and sharing" names={FIELDS}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-4">
          <FormText<PostInput>
            name="searchTitle"
            label="Title in search results"
            description={lengthHint(searchTitle, DISPLAYED_LENGTHS.searchTitle)}
          />
          <FormArea<PostInput>
            name="searchDescription"
            label="Description in search results"
            rows={3}
            description={lengthHint(searchDescription, DISPLAYED_LENGTHS.searchDescription)}
          />
          <FormText<PostInput>
            name="slug"
            label="URL"
            placeholder="winter-boxes"
            description="Lowercase letters and numbers, with hyphens between words. Old links redirect to the new URL."
          />
        </div>
        <BlogSearchPreview id={id} />
      </div>
    </FormFold>
  );
};
