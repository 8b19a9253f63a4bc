import { SEARCH_MAX_LENGTH } from "#contracts/limits.ts";
import { paths } from "#lib/paths.ts";

/** A plain form, so it works before hydration: the CDN renders the page of results. */
export const NewsSearch = ({ search }: { readonly search: string | undefined }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not all screen readers support the element yet
  <form role="search" action={paths.news()} data-plain className="flex w-full max-w-md gap-2">
    <input
      type="search"
      name="search"
      aria-label="Search the news"
      placeholder="Search the news"
      required
      maxLength={SEARCH_MAX_LENGTH}
      defaultValue={search}
      className="input min-w-0 flex-1"
    />
    <input type="submit" value="Search" className="btn btn-outline font-semibold" />
  </form>
);
