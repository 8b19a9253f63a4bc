import { useWatch } from "react-hook-form";
import { createTextExcerpt } from "#rules/excerpts.ts";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormFold } from "#kit/forms/form-fold.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { paths } from "#lib/paths.ts";
import { siteUrl } from "#lib/site-url.ts";
import type { PostInput } from "./post-fields.ts";

const DESCRIPTION_MAX_LENGTH = 160;
const DEFAULT_SHARE_PICTURE_PATH = "/share.jpg";

const toText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Returns the metadata that the published page would have. */
const usePreviewText = (id: string | null) => {
  const home = useHome().data;
  const organizationName = home ? addFallbacks(home.contactInfo).organizationName : "Your site";
  const values = useFormValues<PostInput>();
  const title = toText(values.title);
  const slug = /^[a-z0-9-]+$/.exec(toText(values.slug))?.[0] ?? null;
  // The URL ends with the start of the id, which a new post doesn't have yet.
  const path = paths.blogPost({ id: id ?? "", title, slug }).replace(/-$/, "-…");
  return {
    title: `${toText(values.searchTitle) || title || "Title"} · ${organizationName}`,
    description:
      toText(values.searchDescription) ||
      createTextExcerpt(toText(values.content), DESCRIPTION_MAX_LENGTH) ||
      "The first lines of the post appear here.",
    host: new URL(siteUrl() || window.location.origin).host,
    path,
    picturePath: toText(values.imageUrl) || DEFAULT_SHARE_PICTURE_PATH,
    organizationName,
  };
};

const BlogSearchPreview = ({ id }: { readonly id: string | null }) => {
  const { title, description, host, path, picturePath, organizationName } = usePreviewText(id);
  return (
    <div className="grid min-w-0 gap-4">
      <figure aria-label="In search results" className="min-w-0">
        <figcaption className="quiet mb-1.5 text-sm font-semibold">In search results</figcaption>
        <div className="border-base-300 rounded-box border p-4">
          <p className="text-sm">{organizationName}</p>
          <p className="quiet text-xs break-all">
            {host}
            {path.replaceAll("/", " › ")}
          </p>
          <p className="text-primary mt-1 line-clamp-1 text-lg leading-snug break-words">{title}</p>
          <p className="quiet mt-1 line-clamp-2 text-sm break-words">{description}</p>
        </div>
      </figure>
      <figure aria-label="When shared" className="min-w-0">
        <figcaption className="quiet mb-1.5 text-sm font-semibold">When shared</figcaption>
        <div className="border-base-300 rounded-box max-w-md overflow-hidden border">
          <img src={picturePath} alt="" className="aspect-[1200/630] w-full object-cover" />
          <div className="bg-base-200 p-4">
            <p className="quiet text-xs">{host}</p>
            <p className="mt-0.5 line-clamp-2 font-semibold break-words">{title}</p>
            <p className="quiet mt-0.5 line-clamp-2 text-sm break-words">{description}</p>
          </div>
        </div>
      </figure>
    </div>
  );
};

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
