import { volunteerMergeChoices } from "#contracts/volunteer-merges.ts";
import { useMergeVolunteers, useVolunteerMergePreview } from "#data/volunteer-merges/mutations.ts";
import {
  type DirectoryEntry,
  type VolunteerRecord,
  volunteers,
} from "#data/volunteers/resource.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { type ComparisonProps, MergeComparison, MergeDialog } from "#admin/merges/merge-dialog.tsx";
import { MergeForm } from "#admin/merges/merge-form.tsx";
import { volunteerMergeFields } from "./merge-fields.ts";
import { MergeOutcome } from "./merge-outcome.tsx";
import { VolunteerSummary } from "./volunteer-summary.tsx";

const VolunteerComparison = ({ keptId, mergedId, onDone }: ComparisonProps) => {
  const query = useVolunteerMergePreview(keptId, mergedId);
  const mergeVolunteers = useMergeVolunteers();
  return (
    <>
      <LinkButton
        variant="outline"
        size="sm"
        className="mb-4"
        to={`${paths.dashboard("volunteers", "people", mergedId)}?merge=${keptId}`}
      >
        Keep the other one instead
      </LinkButton>
      <MergeComparison noun="volunteer" query={query}>
        {(preview) => (
          <MergeForm
            noun="volunteer"
            preview={preview}
            summary={VolunteerSummary}
            schema={volunteerMergeChoices}
            fields={volunteerMergeFields}
            onMerge={mergeVolunteers.mutateAsync}
            onFailure={() => void query.refetch()}
            onDone={onDone}
          >
            <MergeOutcome preview={preview} />
          </MergeForm>
        )}
      </MergeComparison>
    </>
  );
};

export const VolunteerMergeDialog = ({
  volunteer: { id, name },
}: {
  readonly volunteer: Pick<VolunteerRecord, "id" | "name">;
}) => (
  <MergeDialog<DirectoryEntry>
    noun="volunteer"
    keptId={id}
    keptName={name}
    resource={volunteers}
    getLabel={(row) => row.name}
    comparison={VolunteerComparison}
  />
);
