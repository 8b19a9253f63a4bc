import {
  useMakeVolunteerMergePermanent,
  useUndoVolunteerMerge,
  useVolunteerMerges,
} from "#data/volunteer-merges/mutations.ts";
import { countWithNoun } from "#lib/format.ts";
import { MergedRecords } from "#admin/merges/merged-records.tsx";

/** Volunteers who were merged into this one. Shows nothing if there are none. */
export const VolunteerMerges = ({ volunteerId }: { readonly volunteerId: string }) => {
  const { data: merges = [] } = useVolunteerMerges(volunteerId);
  const writes = { undo: useUndoVolunteerMerge(), makePermanent: useMakeVolunteerMergePermanent() };
  if (merges.length === 0) return null;
  return (
    <MergedRecords
      merges={merges}
      noun="volunteer"
      movedText={({ mergedEmail, registrationCount }) =>
        [mergedEmail, countWithNoun(registrationCount, "sign-up", "sign-ups")]
          .filter(Boolean)
          .join(", ")
      }
      undoText={(name) =>
        `Everything that belonged to ${name} goes back to them: shifts, hours, and their login as it was.`
      }
      {...writes}
    />
  );
};
