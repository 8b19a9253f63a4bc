import { Link } from "react-router-dom";
import { cx } from "#ui/class-names.ts";
import { newsPath } from "./news-address.ts";

export interface TagLinksProps {
  /** The accessible name of the list. */
  readonly label: string;
  readonly tags: readonly string[];
  /** The selected tag (case-insensitive). Its link leads back to all posts. */
  readonly currentTag?: string | undefined;
  readonly className?: string;
}

export const TagLinks = ({ label, tags, currentTag, className }: TagLinksProps) => (
  <nav aria-label={label} className={className}>
    <ul className="flex flex-wrap gap-2">
      {tags.map((tag) => {
        const isCurrent = tag.toLowerCase() === currentTag?.toLowerCase();
        return (
          <li key={tag}>
            <Link
              to={newsPath({ page: 1, tag })}
              aria-current={isCurrent ? "page" : undefined}
              className={cx(
                "inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm font-medium",
                isCurrent
                  ? "border-primary bg-primary text-primary-content"
                  : "border-base-300 hover:bg-base-200",
              )}
            >
              {tag}
            </Link>
          </li>
        );
      })}
    </ul>
  </nav>
);
