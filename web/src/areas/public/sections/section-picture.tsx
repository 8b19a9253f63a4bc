import type { HomeData } from "#data/home/queries.ts";
import { cx } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";

/** Shows a section's picture next to its built-in text, or nothing if the section has no picture. */
export const SectionPicture = ({
  section,
  className,
}: {
  readonly section: HomeData["sections"]["volunteer"] | undefined;
  readonly className?: string;
}) =>
  section?.imageUrl && (
    <Picture
      src={section.imageUrl}
      alt={section.imageAlt}
      className={cx(
        "max-md:-mx-4 max-md:-mt-8 max-md:w-screen max-md:max-w-none md:rounded-box mb-5 aspect-video w-full object-cover lg:mb-0 lg:w-2/5",
        className,
      )}
    />
  );
