import { volunteerMergeChoices } from "#contracts/volunteer-merges.ts";
import {
  useMergeVolunteers,
  useVolunteerMergePreview,
  type VolunteerMergePreview,
} from "#data/volunteer-merges/mutations.ts";
import {
  type DirectoryEntry,
  type VolunteerRecord,
  volunteers,
} from "#data/volunteers/resource.ts";
import { RecordSearch } from "#kit/forms/form-record-picker.tsx";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { MergeForm } from "#admin/merges/merge-form.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import {
  getInitialVolunteerChoices,
  VOLUNTEER_MERGE_LABELS,
  listVolunteerMergeQuestions,
} from "./merge-fields.ts";
import { MergeOutcome } from "./merge-outcome.tsx";
import { VolunteerSummary } from "./volunteer-summary.tsx";

interface VolunteerMergeFormProps {
  readonly preview: VolunteerMergePreview;
  readonly onFailure: () => void;
  readonly onDone: () => void;
}

const VolunteerMergeForm = ({ preview, onFailure, onDone }: VolunteerMergeFormProps) => {
  const mergeVolunteers = useMergeVolunteers();
  return (
    <MergeForm
      pluralNoun="volunteers"
      preview={preview}
      summary={VolunteerSummary}
      schema={volunteerMergeChoices}
      values={getInitialVolunteerChoices(preview)}
      questions={listVolunteerMergeQuestions(preview)}
      labels={VOLUNTEER_MERGE_LABELS}
      onMerge={mergeVolunteers.mutateAsync}
      onFailure={onFailure}
      onDone={onDone}
    >
      <MergeOutcome preview={preview} />
    </MergeForm>
  );
};

interface ComparisonProps {
  readonly keptId: string;
  readonly mergedId: string;
  readonly onDone: () => void;
}

const Comparison = ({ keptId, mergedId, onDone }: ComparisonProps) => {
  const query = useVolunteerMergePreview(keptId, mergedId);
  const errorMessage = getServerMessage(query.error);
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
      {errorMessage === undefined ? (
        <QueryStates query={query} subject="the volunteers">
          {(preview) => (
            <VolunteerMergeForm
              preview={preview}
              onFailure={() => void query.refetch()}
              onDone={onDone}
            />
          )}
        </QueryStates>
      ) : (
        <Notice tone="error" title={errorMessage} />
      )}
    </>
  );
};

/** Finds another record of the same volunteer, and merges it into this one. */
export const VolunteerMergeDialog = ({
  volunteer: { id: keptId, name },
}: {
  readonly volunteer: Pick<VolunteerRecord, "id" | "name">;
}) => {
  const { id, open, close } = useOpenedRecord("merge");
  return (
    <Dialog
      open={id !== ""}
      onClose={close}
      isInUrl
      size="lg"
      title={`Merge another volunteer into ${name}`}
      description="If two volunteer records belong to the same person, you can merge them. You can undo this for 30 days."
    >
      {id === NEW_RECORD_ID ? (
        <RecordSearch<DirectoryEntry>
          name="merged"
          noun="volunteer"
          label="Other volunteer"
          placeholder="Type a name or email"
          resource={volunteers}
          getLabel={(row) => row.name}
          getDetail={({ email }) => email}
          hiddenId={keptId}
          onChoose={(row) => open(row.id)}
        />
      ) : (
        <Comparison key={id} keptId={keptId} mergedId={id} onDone={close} />
      )}
    </Dialog>
  );
};
