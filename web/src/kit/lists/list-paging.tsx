import type { ApiPage } from "#lib/api/api-lists.ts";
import { number } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import type { ListAddress } from "./use-list-address.ts";

/** Formats a total, such as `10,000+` if counting was capped. */
export const totalText = ({
  total,
  isCapped,
}: Pick<ApiPage<unknown>, "total" | "isCapped">): string =>
  total === null ? "–" : `${number(total)}${isCapped ? "+" : ""}`;

/** Formats a range such as `21–40 of 10,000+`. Leaves out the total if the server didn't count the rows. */
export const formatRange = (page: ApiPage<readonly unknown[]>, list: ListAddress): string => {
  const { rows, total } = page;
  if (rows.length === 0) return "";
  const firstRow = (list.page - 1) * list.pageSize + 1;
  const range = `${number(firstRow)}–${number(firstRow + rows.length - 1)}`;
  return total === null ? range : `${range} of ${totalText(page)}`;
};

export interface ListPagingProps {
  readonly caption: string;
  readonly page: ApiPage<readonly { readonly id: string }[]>;
  readonly list: ListAddress;
}

/** Shows no buttons if everything fits on one page. */
export const ListPaging = ({ caption, page, list }: ListPagingProps) => (
  <nav aria-label={`Pages of ${caption}`} className="mt-4 flex flex-wrap items-center gap-3">
    <p className="quiet mr-auto text-sm" aria-live="polite">
      {formatRange(page, list)}
    </p>
    {(list.page > 1 || page.hasMore) && (
      <>
        <Button
          variant="outline"
          size="sm"
          disabled={list.page === 1}
          onClick={list.goToPreviousPage}
        >
          Previous
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={!page.hasMore}
          onClick={() => list.goToNextPage(page.rows.at(-1)?.id)}
        >
          Next
        </Button>
      </>
    )}
  </nav>
);
