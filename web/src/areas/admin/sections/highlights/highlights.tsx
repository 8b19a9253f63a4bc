import { volunteerHighlightEndpoints } from "#contracts/volunteer-highlights.ts";
import { volunteerHighlights, type AdminHighlight } from "#data/volunteer-highlights/resource.ts";
import { ReviewSection } from "#admin/review/review-section.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import { ReviewHighlightCard } from "./highlight-card.tsx";
import { publicationToggle, HIGHLIGHT_STATUS_TEXT } from "./publication.ts";

const filterUnpublished = (rows: readonly AdminHighlight[]) =>
  rows.filter(({ isPublished }) => !isPublished);

export const HighlightReview = () => (
  <ReviewSection
    pluralNoun="highlights"
    list={volunteerHighlightEndpoints.listAllHighlights.list}
    flag="isPublished"
    resource={volunteerHighlights}
    figures={[
      { value: "", label: "Total Highlights" },
      { value: "true", label: "Published" },
      { value: "false", label: "Unpublished" },
    ]}
    tabs={[
      { value: "", label: "All" },
      { value: "true", label: "Published" },
      { value: "false", label: "Unpublished" },
    ]}
    emptyTitles={{
      "": "No highlights yet",
      true: "No published highlights",
      false: "No unpublished highlights",
    }}
    nameOf={({ title }) => title}
    renderCard={(row) => <ReviewHighlightCard highlight={row} />}
    renderBulkActions={(rows, onDone) =>
      filterUnpublished(rows).length > 0 && (
        <StatusButton
          label="Publish selected"
          look="primary"
          resource={volunteerHighlights}
          changes={filterUnpublished(rows).map(publicationToggle)}
          texts={HIGHLIGHT_STATUS_TEXT}
          onDone={onDone}
        />
      )
    }
  />
);
