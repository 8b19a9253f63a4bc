import { heroSectionRecord } from "#data/hero-section/mutations.ts";
import { aboutSection, useSections } from "#data/section-content/mutations.ts";
import { useSaveSingleRecord, useSingleRecord } from "#data/single-record.ts";
import type { FormValues } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { EmptyState } from "#ui/states.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { MissingPictures } from "./missing-pictures.tsx";
import { PictureForm } from "./picture-form.tsx";
import { PlaceEntry } from "./place-entry.tsx";
import { heroPlace, sectionPlace, type PicturePlace } from "./places.ts";

interface PlacesProps {
  readonly places: readonly PicturePlace[];
  readonly onSave: (values: FormValues) => Promise<unknown>;
}

/** Lists the places. Only one can be edited at a time, in its own row. */
const Places = ({ places, onSave }: PlacesProps) => {
  const { id: editedId, open, close } = useOpenedRecord("edit", { panel: "pictures" });
  return (
    <ul className="grid gap-3">
      {places.map((place) => (
        <li
          key={place.name}
          data-row={place.name}
          className="border-base-300 rounded-xl border p-3 sm:p-4"
        >
          {editedId === place.name ? (
            <>
              <h4 className="font-semibold">{place.label}</h4>
              <PictureForm place={place} onSave={onSave} onDone={close} />
            </>
          ) : (
            <PlaceEntry place={place} onEdit={() => open(place.name)} />
          )}
        </li>
      ))}
    </ul>
  );
};

/** Lists the places on the site that show a picture, and the records that lack one. */
export const Pictures = () => {
  const heroQuery = useSingleRecord(heroSectionRecord);
  const sectionsQuery = useSections();
  const saveHero = useSaveSingleRecord(heroSectionRecord);
  const saveSection = useSaveSingleRecord(aboutSection);
  return (
    <>
      <p className="quiet mb-4 text-sm">
        Pictures of people and of what's in the boxes, all in one style, work best. Add alt text to
        each one for search engines and for people who can't see it.
      </p>
      <h3 className="text-title mb-3 font-semibold">Pictures on the site</h3>
      <div className="grid gap-3">
        <QueryStates query={heroQuery} subject="the hero section">
          {(hero) =>
            hero === null ? (
              <EmptyState title="The hero section has no headline yet">
                Enter a headline under Hero Section first.
              </EmptyState>
            ) : (
              <Places
                places={[heroPlace(hero)]}
                onSave={(values) => saveHero.mutateAsync(values)}
              />
            )
          }
        </QueryStates>
        <QueryStates query={sectionsQuery} subject="the sections">
          {(sections) => (
            <Places
              places={sections.map(sectionPlace)}
              onSave={(values) => saveSection.mutateAsync(values as never)}
            />
          )}
        </QueryStates>
      </div>
      <section className="border-base-300 mt-6 border-t pt-6" aria-labelledby="missing-title">
        <h3 id="missing-title" className="text-title font-semibold">
          Posts, stories, highlights and reports
        </h3>
        <MissingPictures />
      </section>
    </>
  );
};
