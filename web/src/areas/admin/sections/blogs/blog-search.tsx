import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { Button } from "#ui/button.tsx";
import { BlogSearchPreview } from "./blog-search-preview.tsx";
import type { PostInput } from "./post-fields.ts";

/** The number of characters that search engines usually show. */
const DISPLAYED_LENGTHS = { searchTitle: 60, searchDescription: 160 } as const;

const textLength = (value: unknown): number => (typeof value === "string" ? value.length : 0);

const lengthHint = (value: unknown, displayedLength: number): string =>
  textLength(value) > displayedLength
    ? `${textLength(value)} characters. Search engines usually show about ${displayedLength}.`
    : `Search engines usually show about ${displayedLength} characters.`;

/**
 * Edits the post's URL and what search engines and shared links show. Empty fields fall back to the post's own text.
 */
export const BlogSearchFields = ({ id }: { readonly id: string | null }) => {
  const [isOpenedByUser, setOpenedByUser] = useState(false);
  const { formState } = useFormContext<PostInput>();
  const [searchTitle, searchDescription] = useWatch<
    PostInput,
    ["searchTitle", "searchDescription"]
  >({ name: ["searchTitle", "searchDescription"] });
  const panelId = useId();
  const { errors } = formState;
  const hasError = Boolean(errors.slug ?? errors.searchTitle ?? errors.searchDescription);
  const isOpen = isOpenedByUser || hasError;
  return (
    <section aria-label="Search and sharing" className="sm:col-span-2">
      <Button
        variant="outline"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpenedByUser(!isOpen)}
      >
        Search and sharing
      </Button>
      <div id={panelId} hidden={!isOpen} className="mt-4">
        {isOpen && (
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
        )}
      </div>
    </section>
  );
};
